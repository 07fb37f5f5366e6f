import { refusal } from '#core/refusals/refusal.ts';
import { readPlainText } from '../read-cell.ts';
import { type ImportCorrection, type ImportInput, maxImportCharacters } from '../wire.ts';
import { type Cell } from '#core/file-format.ts';
import { type CellProblem, type CorrectedImport } from '../shapes.ts';
import type { ImportedRow, ImportTableRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, notFound } from '#platform/server/http/problems.ts';
import type { PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { assertMayImport, buildImportProblem } from './refusals.ts';
import { getImportKind, lockOpenImport, parseRow } from './service.ts';
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
  const importRow = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  return importRow?.committedAt === null ? buildCorrectedRows(db, importRow, body) : null;
}

/**
 * Corrects a cell, or every invalid cell with the same text; the original text is kept. The next check applies
 * the rules.
 *
 * @throws ApiProblem 403 for a column of rows that the user may not create, 404, 409, 412, 422
 */
export async function correctImport(ctx: CorrectContext, id: string): Promise<CorrectedImport> {
  const importRow = await lockOpenImport(ctx, id);
  await assertMayImport(ctx, getImportKind(importRow), [ctx.body.column]);
  const { prepared } = ctx;
  const { input, rows, growth } =
    prepared?.version === importRow.version
      ? prepared
      : await buildCorrectedRows(ctx.db, importRow, ctx.body);
  const size = Number(importRow.size) + growth;
  if (size > maxImportCharacters)
    throw buildImportProblem('VALIDATION', refusal('too-much-text', { n: maxImportCharacters }));
  await storeRows(ctx.db, rows);
  const change = {
    input: JSON.stringify(input),
    size,
    status: 'Receiving',
    version: importRow.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await ctx.db.updateTable('imports').set(change).where('_id', '=', id).execute();
  return { ...presentImport({ ...importRow, ...change }), corrected: rows.length };
}

/**
 * Counts the invalid cells of the column with the same text, including this one.
 *
 * @throws ApiProblem 404, 422
 */
export async function countMatchingErrors(
  db: Queryable,
  id: string,
  cell: Pick<ImportCorrection, 'row' | 'column'>,
): Promise<number> {
  const importRow = await db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
  if (importRow?.committedAt !== null) throw notFound();
  return (await findMatchingErrors(db, importRow, cell)).length;
}

async function buildCorrectedRows(
  db: Queryable,
  importRow: ImportTableRow,
  { row, column, value, applyToMatching }: ImportCorrection,
): Promise<PreparedCorrection> {
  const kind = getImportKind(importRow);
  const before = parseImportInput(importRow);
  if (!kind.columns.some(({ key }) => key === column)) throw invalid({ column: refusal('no-such-column') });
  const isNew = !before.columns.includes(column);
  const input = isNew ? { ...before, columns: [...before.columns, column] } : before;
  const columnIndex = input.columns.indexOf(column);
  const rowNumbers = applyToMatching ? await findMatchingErrors(db, importRow, { row, column }) : [row];
  const rows: ImportedRow[] = [];
  let growth = 0;
  for (const chunk of chunks(rowNumbers, 500)) {
    const stored = await db
      .selectFrom('importRows')
      .select(['row', 'cells', 'corrections'])
      .where('importId', '=', importRow._id)
      .where('row', 'in', chunk)
      .execute();
    for await (const {
      row: number,
      cells: storedCells,
      corrections: storedCorrections,
    } of withEventLoopYields(stored)) {
      const cells = JSON.parse(storedCells) as Cell[];
      const { [column]: correction = cells[columnIndex] ?? null, ...otherCorrections } = JSON.parse(
        storedCorrections,
      ) as Record<string, Cell>;
      const correctedCells = Array.from(
        { length: Math.max(cells.length, columnIndex + 1) },
        (_, index) => cells[index] ?? null,
      );
      correctedCells[columnIndex] = value;
      const isAsInFile = readPlainText(correction) === readPlainText(value);
      const next = parseRow(kind, input, {
        importId: importRow._id,
        row: Number(number),
        cells: correctedCells,
        corrections: isAsInFile ? otherCorrections : { ...otherCorrections, [column]: correction },
      });
      growth += next.cells.length - storedCells.length;
      rows.push(next);
    }
  }
  if (rows.length === 0) throw invalid({ row: refusal('no-import-row') });
  return { version: importRow.version, input, rows, growth };
}

/** Returns the rows whose invalid cell has the same text as the cell of `row`; `row` comes first. */
async function findMatchingErrors(
  db: Queryable,
  importRow: ImportTableRow,
  { row, column }: Pick<ImportCorrection, 'row' | 'column'>,
): Promise<number[]> {
  const columnIndex = parseImportInput(importRow).columns.indexOf(column);
  const cellText = (cells: string) => readPlainText((JSON.parse(cells) as Cell[])[columnIndex] ?? null);
  const reference = await db
    .selectFrom('importRows')
    .select('cells')
    .where('importId', '=', importRow._id)
    .where('row', '=', row)
    .executeTakeFirst();
  if (!reference) throw invalid({ row: refusal('no-import-row') });
  const searchedText = cellText(reference.cells);
  const matchingRows = [row];
  for (let from = -1; ; ) {
    const rows = await db
      .selectFrom('importRows')
      .select(['row', 'cells', 'problems'])
      .where('importId', '=', importRow._id)
      .where('outcome', '=', 'invalid')
      .where('row', '>', from)
      .orderBy('row')
      .limit(500)
      .execute();
    for await (const invalidRow of withEventLoopYields(rows)) {
      const number = Number(invalidRow.row);
      const hasError = (JSON.parse(invalidRow.problems) as CellProblem[]).some(
        (problem) => problem.column === column,
      );
      if (number !== row && hasError && cellText(invalidRow.cells) === searchedText)
        matchingRows.push(number);
    }
    if (rows.length < 500) return matchingRows;
    from = Number(rows.at(-1)?.row);
  }
}
