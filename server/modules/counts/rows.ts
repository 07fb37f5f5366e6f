import { type Selectable, sql } from 'kysely';
import { wireOf } from '#contract/document-rows.ts';
import { countFields } from '#contract/count-fields.ts';
import type { StockCount } from '#contract/counts.ts';
import { statement } from '../../db/statements.ts';
import type { StockCountLineRow, StockCountRow } from '../../db/tables.ts';
import { countDocument } from '../../documents/registry.ts';
import {
  documentColumns,
  documentStore,
  documentTables,
  type LoadedDocument,
} from '../../documents/store.ts';

export type CountHead = Selectable<StockCountRow> & {
  branchName: string | null;
  branchNameAlt: string | null;
  /** Worked out: lines of a submitted count that ask something. */
  asking: number;
};
export type CountLineOf = Selectable<StockCountLineRow>;
export type LoadedCount = LoadedDocument<CountHead, never>;

const { lines: _, ...headAlone } = countDocument;

/** Counts without their lines, which are thousands: whoever needs some reads those. */
export const countStore = documentStore<CountHead>(headAlone);

/** The own row of a count, for what nobody asks for. */
export const countRow = statement((db, id: string) => {
  const query = sql<CountHead>`select ${documentColumns(headAlone)} from ${documentTables(headAlone)}
    where ${sql.ref('stockCounts._id')} = ${id}`;
  return { compile: () => query.compile(db) };
});

export function toCount(row: CountHead): StockCount {
  const wire = wireOf(countFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    asking: ({ asking }) => asking,
  });
  return { ...wire, sections: idsIn(row.sections), only: idsIn(row.only) };
}

/** The ids in a column that keeps a list of them. */
export function idsIn(kept: string): string[] {
  const ids: string[] = JSON.parse(kept);
  return ids;
}
