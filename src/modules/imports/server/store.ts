import { sql } from 'kysely';
import { machineFormat } from '#core/file-format.ts';
import type { ImportInput } from '../wire.ts';
import type { CellProblem, ImportState } from '../shapes.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { ImportedRow, ImportTableRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { notFound, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { ParsedRow } from './plan-types.ts';

/** Returns an import for the client, without its server-side fields. */
export function presentImport({
  userId: _,
  input,
  size: ___,
  isUndoResponsePending: ____,
  ...row
}: ImportTableRow): ImportState {
  const {
    columns,
    ignoredColumns = [],
    format = machineFormat,
    formats = {},
  } = JSON.parse(input) as Partial<ImportInput>;
  return {
    ...row,
    notUndoneRows: JSON.parse(row.notUndoneRows) as unknown,
    columns,
    ignoredColumns,
    format,
    formats,
  } as ImportState;
}

export const parseImportInput = (row: Pick<ImportTableRow, 'input'>): ImportInput =>
  JSON.parse(row.input) as ImportInput;

/**
 * Locks the import until the transaction ends.
 *
 * @throws ApiProblem 404, 412
 */
export async function lockImport({ db, ifMatch }: WriteContext, id: string): Promise<ImportTableRow> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .$call(db.lock)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (ifMatch !== null && ifMatch !== row.version) throw stale(presentImport(row));
  return row;
}

/** A parsed row with the result of the last check. */
export interface StoredRow extends ParsedRow {
  outcome: string;
  /** JSON of the problems found by the last check. */
  checkedProblems: string;
}

const rowsPerQuery = 500;

/** Returns the rows of an import in file order, without their cells. Reads them in batches. */
export async function readStoredRows(db: Queryable, importId: string): Promise<StoredRow[]> {
  const storedRows: StoredRow[] = [];
  for (let from = -1; ; ) {
    const rows = await db
      .selectFrom('importRows')
      .select(['row', 'values', 'parseErrors', 'outcome', 'problems'])
      .where('importId', '=', importId)
      .where('row', '>', from)
      .orderBy('row')
      .limit(rowsPerQuery)
      .execute();
    for await (const { row, values, parseErrors, outcome, problems } of withEventLoopYields(rows))
      storedRows.push({
        row: Number(row),
        values: JSON.parse(values) as Record<string, unknown>,
        problems: JSON.parse(parseErrors) as CellProblem[],
        outcome,
        checkedProblems: problems,
      });
    if (rows.length < rowsPerQuery) return storedRows;
    from = Number(rows.at(-1)?.row);
  }
}

/** Stores the results of a check. */
export async function updateOutcomes(
  tx: Tx,
  importId: string,
  rows: readonly { row: number; outcome: string; problems: string; changes: string }[],
): Promise<void> {
  for await (const chunk of withEventLoopYields(chunks(rows, rowsPerQuery))) {
    const values = chunk.map(
      ({ row, outcome, problems, changes }) => sql`(${String(row)}, ${outcome}, ${problems}, ${changes})`,
    );
    await sql`update ${sql.table('importRows')}
      set ${sql.ref('outcome')} = v.column2, ${sql.ref('problems')} = v.column3,
      ${sql.ref('changes')} = v.column4
      from (values ${sql.join(values)}) as v
      where ${sql.ref('importId')} = ${importId} and ${sql.ref('row')} = cast(v.column1 as bigint)`.execute(
      tx,
    );
  }
}

/** Stores rows, replacing earlier ones with the same number. */
export async function storeRows(tx: Tx, rows: readonly ImportedRow[]): Promise<void> {
  for (const chunk of chunks(rows, 500))
    await insertRows(tx, 'importRows', chunk, { key: ['importId', 'row'] });
}

/** Deletes imports with all their rows. */
export async function deleteImports(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['importRows', 'importChanges', 'importSteps'] as const)
    await tx.deleteFrom(table).where('importId', 'in', ids).execute();
  await tx.deleteFrom('imports').where('_id', 'in', ids).execute();
}
