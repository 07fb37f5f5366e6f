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

export type CountHeader = Selectable<StockCountRow> & {
  branchName: string | null;
  branchNameAlt: string | null;
  /** Worked out: lines of a submitted count that ask something. */
  asking: number;
};
export type StoredCountLine = Selectable<StockCountLineRow>;
export type LoadedCount = LoadedDocument<CountHeader, never>;

const { lines: _, ...headerDocument } = countDocument;

/** Counts without their lines, which are thousands: whoever needs some reads those. */
export const countStore = documentStore<CountHeader>(headerDocument);

/** The own row of a count, for what nobody asks for. */
export const countRow = statement((db, id: string) => {
  const query = sql<CountHeader>`select ${documentColumns(headerDocument)} from ${documentTables(headerDocument)}
    where ${sql.ref('stockCounts._id')} = ${id}`;
  return { compile: () => query.compile(db) };
});

export function toCount(row: CountHeader): StockCount {
  const wire = wireOf(countFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    asking: ({ asking }) => asking,
  });
  return { ...wire, sections: parseIds(row.sections), only: parseIds(row.only) };
}

/** The ids in a column that keeps a list of them. */
export function parseIds(kept: string): string[] {
  const ids: string[] = JSON.parse(kept);
  return ids;
}
