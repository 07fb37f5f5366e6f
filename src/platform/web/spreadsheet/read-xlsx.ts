import readXlsxFile from 'read-excel-file/web-worker';
import { checkWorkbook } from './check-zip.ts';
import { FileProblem } from './file-problem.ts';
import { findPercentCells } from './number-formats.ts';
import { shapeTable } from './shape-table.ts';
import type { FileTable, ReadOptions, SpreadsheetCell } from './table.ts';

/**
 * Reads one sheet of a workbook: the requested one, otherwise the first that isn't empty. Throws
 * `FileProblem`.
 */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  { sheet: requestedSheet, notes = [], headerRow }: Pick<ReadOptions, 'sheet' | 'notes' | 'headerRow'>,
): Promise<FileTable> {
  await checkWorkbook(bytes);
  const sheets = (await parseWorkbook(bytes)).filter(({ sheet }) => !notes.includes(sheet));
  const requested = sheets.find(({ sheet }) => sheet === requestedSheet);
  const selected = requested ?? sheets.find(({ data }) => data.length > 0) ?? sheets[0];
  if (!selected) throw new FileProblem('no-rows');
  const percents = findPercentCells(bytes, selected.sheet);
  return {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ sheet }) => sheet),
    sheet: selected.sheet,
    ...shapeTable(
      selected.data.map((cells, row) =>
        cells.map((cell, column) => readCell(cell, typeof cell === 'number' && percents.has(row, column))),
      ),
      ',',
      headerRow,
    ),
  };
}

async function parseWorkbook(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await readXlsxFile(bytes.slice().buffer);
  } catch {
    throw new FileProblem('damaged');
  }
}

/**
 * Converts a cell: dates are at midnight UTC unless they have a time, and percentages become text with a
 * percent sign.
 */
function readCell(cell: unknown, isPercent: boolean): SpreadsheetCell {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return null;
    const text = cell.toISOString();
    // A time without a date is stored as a fraction of day 0.
    if (text < '1900-01-02') return text.slice(11, 16);
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  // Formula results are stored with rounding errors; spreadsheets show fifteen digits.
  if (typeof cell === 'number')
    return isPercent ? `${Number((cell * 100).toPrecision(15))}%` : Number(cell.toPrecision(15));
  return typeof cell === 'string' || typeof cell === 'boolean' ? cell : null;
}
