import { refusal } from '#core/refusals/refusal.ts';
import { plainText } from '../read-cell.ts';
import { type ImportCorrection, type ImportInput, maxCellLength } from '../wire.ts';
import { type Cell } from '#core/file-format.ts';
import { type CellProblem, type CorrectedImport } from '../shapes.ts';
import type { ImportedRow, ImportTableRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, notFound } from '#platform/server/http/problems.ts';
import type { PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { assertMayImport, importProblem } from './refusals.ts';
import { importKindOf, lockOpenImport, parseRow } from './service.ts';
import { parseImportInput, storeRows, presentImport } from './store.ts';

/** Rows with a corrected cell, parsed but not checked. */
interface PreparedCorrection {
  /** Version of the import when the rows were read. */
  version: number;
  input: ImportInput;
  rows: ImportedRow[];
  /** Number of characters by which the cells grow. */
  growth: number;
}

type CorrectContext = WriteContext<ImportCorrection, unknown, PreparedCorrection | null>;

/**
 * Parses the rows of a correction before the transaction; null if the import is finished.
 *
 * @throws ApiProblem 404, 422
 */
export async function prepareCorrection(
  { db, body }: PrepareContext<ImportCorrection>,
  id: string,
): Promise<PreparedCorrection | null> {
  const found = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return found?.committedAt === null ? correctedRows(db, found, body) : null;
}

/**
 * Corrects a cell, or every faulty cell with the same text; the original text is kept. The next check applies
 * the rules.
 *
 * @throws ApiProblem 403 for a column of rows that the user may not create, 404, 409, 412, 422
 */
export async function correctImport(ctx: CorrectContext, id: string): Promise<CorrectedImport> {
  const found = await lockOpenImport(ctx, id);
  await assertMayImport(ctx, importKindOf(found), [ctx.body.column]);
  const { prepared } = ctx;
  const { input, rows, growth } =
    prepared?.version === found.version ? prepared : await correctedRows(ctx.db, found, ctx.body);
  const size = Number(found.size) + growth;
  if (size > maxCellLength) throw importProblem('VALIDATION', refusal('too-much-text', { n: maxCellLength }));
  await storeRows(ctx.db, rows);
  const change = {
    input: JSON.stringify(input),
    size,
    status: 'Receiving',
    version: found.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await ctx.db.updateTable('imports').set(change).where('_id', '=', id).execute();
  return { ...presentImport({ ...found, ...change }), corrected: rows.length };
}

/**
 * Counts the faulty cells of the column with the same text, including this one.
 *
 * @throws ApiProblem 404, 422
 */
export async function countMatchingFaults(
  db: Queryable,
  id: string,
  cell: Pick<ImportCorrection, 'row' | 'column'>,
): Promise<number> {
  const found = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (found?.committedAt !== null) throw notFound();
  return (await findMatchingFaults(db, found, cell)).length;
}

async function correctedRows(
  db: Queryable,
  found: ImportTableRow,
  { row, column, value, alike }: ImportCorrection,
): Promise<PreparedCorrection> {
  const kind = importKindOf(found);
  const before = parseImportInput(found);
  if (!kind.columns.some(({ key }) => key === column)) throw invalid({ column: refusal('no-such-column') });
  const isNew = !before.columns.includes(column);
  const input = isNew ? { ...before, columns: [...before.columns, column] } : before;
  const at = input.columns.indexOf(column);
  const rowNumbers = alike ? await findMatchingFaults(db, found, { row, column }) : [row];
  const rows: ImportedRow[] = [];
  let growth = 0;
  for (const chunk of chunks(rowNumbers, 500)) {
    const stored = await db
      .selectFrom('importRows')
      .select(['row', 'cells', 'corrections'])
      .where('importId', '=', found._id)
      .where('row', 'in', chunk)
      .execute();
    for await (const {
      row: number,
      cells: storedCells,
      corrections: storedCorrections,
    } of withEventLoopYields(stored)) {
      const cells = JSON.parse(storedCells) as Cell[];
      const { [column]: correction = cells[at] ?? null, ...others } = JSON.parse(storedCorrections) as Record<
        string,
        Cell
      >;
      const corrected = Array.from(
        { length: Math.max(cells.length, at + 1) },
        (_, nth) => cells[nth] ?? null,
      );
      corrected[at] = value;
      const isAsInFile = plainText(correction) === plainText(value);
      const next = parseRow(kind, input, {
        importId: found._id,
        row: Number(number),
        cells: corrected,
        corrections: isAsInFile ? others : { ...others, [column]: correction },
      });
      growth += next.cells.length - storedCells.length;
      rows.push(next);
    }
  }
  if (rows.length === 0) throw invalid({ row: refusal('no-import-row') });
  return { version: found.version, input, rows, growth };
}

/** Returns the rows whose faulty cell has the same text as that of `row`, which comes first. */
async function findMatchingFaults(
  db: Queryable,
  found: ImportTableRow,
  { row, column }: Pick<ImportCorrection, 'row' | 'column'>,
): Promise<number[]> {
  const at = parseImportInput(found).columns.indexOf(column);
  const cellText = (cells: string) => plainText((JSON.parse(cells) as Cell[])[at] ?? null);
  const first = await db
    .selectFrom('importRows')
    .select('cells')
    .where('importId', '=', found._id)
    .where('row', '=', row)
    .executeTakeFirst();
  if (!first) throw invalid({ row: refusal('no-import-row') });
  const searchedText = cellText(first.cells);
  const alike = [row];
  for (let from = -1; ; ) {
    const rows = await db
      .selectFrom('importRows')
      .select(['row', 'cells', 'problems'])
      .where('importId', '=', found._id)
      .where('outcome', '=', 'faulty')
      .where('row', '>', from)
      .orderBy('row')
      .limit(500)
      .execute();
    for await (const each of withEventLoopYields(rows)) {
      const number = Number(each.row);
      const isAtFault = (JSON.parse(each.problems) as CellProblem[]).some(
        (problem) => problem.column === column,
      );
      if (number !== row && isAtFault && cellText(each.cells) === searchedText) alike.push(number);
    }
    if (rows.length < 500) return alike;
    from = Number(rows.at(-1)?.row);
  }
}
