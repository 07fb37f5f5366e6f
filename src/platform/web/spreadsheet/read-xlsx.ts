import readXlsxFile from 'read-excel-file/web-worker';
import { checkWorkbook } from './check-zip.ts';
import { FileProblem } from './file-problem.ts';
import { percentCells } from './number-formats.ts';
import { shapeTable } from './shape-table.ts';
import type { FileTable, ReadOptions, SpreadsheetCell } from './table.ts';

/**
 * Reads one sheet of a workbook: the requested one, else the first that is not empty. Throws `FileProblem`.
 */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  { sheet: requestedSheet, notes = [], headRow }: Pick<ReadOptions, 'sheet' | 'notes' | 'headRow'>,
): Promise<FileTable> {
  await checkWorkbook(bytes);
  const sheets = (await unpack(bytes)).filter(({ sheet }) => !notes.includes(sheet));
  const named = sheets.find(({ sheet }) => sheet === requestedSheet);
  const chosen = named ?? sheets.find(({ data }) => data.length > 0) ?? sheets[0];
  if (!chosen) throw new FileProblem('no-rows');
  const percents = percentCells(bytes, chosen.sheet);
  return {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    sheets: sheets.map(({ sheet }) => sheet),
    sheet: chosen.sheet,
    ...shapeTable(
      chosen.data.map((cells, row) =>
        cells.map((cell, column) => cellOf(cell, typeof cell === 'number' && percents.has(row, column))),
      ),
      ',',
      headRow,
    ),
  };
}

async function unpack(bytes: Uint8Array<ArrayBuffer>) {
  try {
    return await readXlsxFile(bytes.slice().buffer);
  } catch {
    throw new FileProblem('damaged');
  }
}

/** Dates are midnight UTC of their day here; a time after it is kept. A percentage is text with its sign. */
function cellOf(cell: unknown, isPercent: boolean): SpreadsheetCell {
  if (cell instanceof Date) {
    if (Number.isNaN(cell.getTime())) return null;
    const text = cell.toISOString();
    // A time alone is a fraction of day 0 of workbooks.
    if (text < '1900-01-02') return text.slice(11, 16);
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  // Formula results are stored with rounding errors; spreadsheets show fifteen digits.
  if (typeof cell === 'number')
    return isPercent ? `${Number((cell * 100).toPrecision(15))}%` : Number(cell.toPrecision(15));
  return typeof cell === 'string' || typeof cell === 'boolean' ? cell : null;
}
