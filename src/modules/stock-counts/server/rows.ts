import { type Selectable, sql } from 'kysely';
import { toWire } from '#platform/documents/document-rows.ts';
import { countFields, type StockCount } from '../shapes.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { StockCountLineRow, StockCountRow } from '#platform/server/db/tables.ts';
import { countDocument } from './definition.ts';
import {
  buildDocumentSelectList,
  createDocumentStore,
  listDocumentTables,
  type LoadedDocument,
} from '#platform/documents/server/store.ts';

export type CountHeader = Selectable<StockCountRow> & {
  branchName: string | null;
  branchNameAlt: string | null;
  /** Computed number of lines with open questions in a submitted count. */
  openQuestionLines: number;
};
export type StoredCountLine = Selectable<StockCountLineRow>;
export type LoadedCount = LoadedDocument<CountHeader, never>;

const { lines: _, ...headerDocument } = countDocument;

/** Reads and writes counts without their lines: there may be thousands, and callers load those they need. */
export const countStore = createDocumentStore<CountHeader>(headerDocument);

/** Loads the row of a count without access checks, for internal use. */
export const selectCountHeader = statement((db, id: string) => {
  const query = sql<CountHeader>`select ${buildDocumentSelectList(headerDocument)} from ${listDocumentTables(headerDocument)}
    where ${sql.ref('stockCounts._id')} = ${id}`;
  return { compile: () => query.compile(db) };
});

export function toCount(row: CountHeader): StockCount {
  const wire = toWire(countFields, row, {
    branchName: ({ branchName, branch }) => branchName ?? branch,
    branchNameAlt: ({ branchNameAlt }) => branchNameAlt,
    openQuestionLines: ({ openQuestionLines }) => openQuestionLines,
  });
  return { ...wire, sections: parseIds(row.sections), itemIds: parseIds(row.itemIds) };
}

/** Parses a column with a list of ids. */
export function parseIds(json: string): string[] {
  const ids: string[] = JSON.parse(json);
  return ids;
}
