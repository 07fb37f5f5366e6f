import type { CellProblem, ImportInput, ImportState } from '#contract/imports/wire.ts';
import { forUpdate } from '../../db/locking.ts';
import { insertRows } from '../../db/statements.ts';
import type { ImportedRow, ImportTableRow } from '../../db/tables.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { notFound, stale } from '../../http/problems.ts';
import type { WriteContext } from '../../http/route.ts';
import { chunks } from './existing.ts';
import type { ReadRow } from './judge-types.ts';

/** An import as it is answered: what it was told stays here. */
export function presentImport({ userId: _, input: __, ...rest }: ImportTableRow): ImportState {
  return rest as ImportState;
}

export const inputOf = (row: ImportTableRow): ImportInput => JSON.parse(row.input) as ImportInput;

/** The import, held until the end of the transaction. Throws 404, 412. */
export async function lockImport(
  { db, dialect, ifMatch }: WriteContext,
  id: string,
): Promise<ImportTableRow> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('_id', '=', id)
    .$call(forUpdate(dialect))
    .executeTakeFirst();
  if (!row) throw notFound();
  if (ifMatch !== null && ifMatch !== row.version) throw stale(presentImport(row));
  return row;
}

/** The rows of an import in the order of the file. */
export async function storedRows(db: Queryable, importId: string): Promise<ImportedRow[]> {
  return db.selectFrom('importRows').selectAll().where('importId', '=', importId).orderBy('row').execute();
}

export const readOf = ({ row, values, faults }: ImportedRow): ReadRow => ({
  row,
  values: JSON.parse(values) as Record<string, unknown>,
  problems: JSON.parse(faults) as CellProblem[],
});

/** Keeps rows; one that was sent before is replaced. */
export async function keepRows(tx: Tx, rows: readonly ImportedRow[]): Promise<void> {
  for (const some of chunks(rows, 500))
    await insertRows(tx, 'importRows', some, { key: ['importId', 'row'] });
}

/** Gives an import up, with all that was sent. */
export async function forgetImports(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ['importRows', 'importChanges'] as const)
    await tx.deleteFrom(table).where('importId', 'in', ids).execute();
  await tx.deleteFrom('imports').where('_id', 'in', ids).execute();
}
