import { beginsWithSpace, rejoinCells } from '#core/rejoin-cells.ts';
import { FileProblem } from './file-problem.ts';
import { maxCellChars, maxColumns, maxTableChars, maxTableRows, maxTitleRows } from './limits.ts';
import type { FileTable, SpreadsheetCell, SpreadsheetRow } from './table.ts';

type TableContent = Pick<
  FileTable,
  'headerRow' | 'top' | 'header' | 'rows' | 'rejoinedRows' | 'overlongRows'
>;

/** Number of rows at the top from which the header can be chosen. */
const maxTopRows = 15;

const isEmpty = (cell: SpreadsheetCell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/**
 * Builds a table from lines of cells. The header is the chosen row, otherwise the first one after titles and
 * group headings; a file whose first row is data has none. Empty lines are omitted, and short ones are
 * padded. In a row with too many cells, those that begin with a space are rejoined with the previous one (an
 * unquoted `Rua do Mercado, 12` is one cell).
 *
 * @throws FileProblem if there are no rows, too many rows, or too much content
 */
export function shapeTable(
  lines: readonly (readonly SpreadsheetCell[])[],
  separator = ',',
  requestedHeaderRow?: number,
): TableContent {
  rejectTooMuchText(lines);
  const filledLines = lines.flatMap((cells, index): SpreadsheetRow[] =>
    cells.every(isEmpty) ? [] : [{ row: index + 1, cells: [...cells] }],
  );
  const headerIndex =
    requestedHeaderRow === undefined
      ? findHeader(filledLines)
      : filledLines.findIndex(({ row }) => row === requestedHeaderRow);
  const headerLine = filledLines[headerIndex];
  const dataLines = filledLines.slice(headerIndex + 1);
  if (dataLines.length === 0) throw new FileProblem('no-rows');
  if (dataLines.length > maxTableRows) throw new FileProblem('too-many-rows');
  const header = headerLine
    ? trimEmptyEnd(headerLine.cells).map((cell) => String(cell ?? '').trim())
    : Array.from({ length: Math.max(...dataLines.map(({ cells }) => trimEmptyEnd(cells).length)) }, () => '');
  const rejoinedRows: number[] = [];
  const overlongRows: number[] = [];
  const rows = dataLines.map(({ row, cells: rowCells }): SpreadsheetRow => {
    const cells = trimEmptyEnd(rowCells);
    const rejoined = cells.length > header.length ? rejoinCells(cells, header.length, separator) : cells;
    if (rejoined.length < cells.length) rejoinedRows.push(row);
    if (rejoined.length > header.length) overlongRows.push(row);
    return { row, cells: header.map((_, column) => rejoined[column] ?? null) };
  });
  return {
    headerRow: headerLine?.row ?? 0,
    top: filledLines.slice(0, maxTopRows),
    header,
    rows,
    rejoinedRows,
    overlongRows,
  };
}

/**
 * Checks the total text length: a workbook stores a shared text once, but every cell gets its own copy when
 * the table leaves the worker.
 */
function rejectTooMuchText(lines: readonly (readonly SpreadsheetCell[])[]): void {
  let charCount = 0;
  for (const [index, cells] of lines.entries()) {
    if (cells.length > maxColumns) throw new FileProblem('too-many-columns', index + 1);
    for (const cell of cells) {
      if (typeof cell !== 'string') continue;
      if (cell.length > maxCellChars) throw new FileProblem('cell-too-long', index + 1);
      charCount += cell.length;
    }
    if (charCount > maxTableChars) throw new FileProblem('too-many-characters');
  }
}

/**
 * Counts the title lines above the header (`Sales by item`, `From 1 Nov, to 30 Nov`): lines with a single
 * text, before the first line that has at least three cells and is followed by a line with the same number of
 * cells.
 */
function countTitleLines(lines: readonly SpreadsheetRow[]): number {
  const countCells = (line: number) => trimEmptyEnd(lines[line]?.cells ?? []).length;
  const candidate = lines
    .slice(0, maxTitleRows + 1)
    .findIndex(
      ({ cells }) => !trimEmptyEnd(cells).every((cell, index) => index === 0 || beginsWithSpace(cell)),
    );
  const cells = trimEmptyEnd(lines[candidate]?.cells ?? []);
  const isHeader = cells.length > 2 && cells.every((cell) => isHeading(cell) && !beginsWithSpace(cell));
  return isHeader && countCells(candidate + 1) === cells.length ? candidate : 0;
}

/** Returns the index of the header row; -1 if the first row is data. */
function findHeader(lines: readonly SpreadsheetRow[]): number {
  const start = countTitleLines(lines);
  const [cells, next, data] = [start, start + 1, start + 2].map((index) =>
    trimEmptyEnd(lines[index]?.cells ?? []),
  ) as [SpreadsheetCell[], SpreadsheetCell[], SpreadsheetCell[]];
  if (cells.length > 1 && cells.some((cell, index) => isNumberOrDate(cell) && isNumberOrDate(next[index])))
    return -1;
  const countFilled = (row: readonly SpreadsheetCell[]) => row.filter((cell) => !isEmpty(cell)).length;
  const isGroup =
    countFilled(next) > countFilled(cells) &&
    cells.every((cell) => isEmpty(cell) || isHeading(cell)) &&
    next.every((cell) => isEmpty(cell) || isHeading(cell)) &&
    data.some((cell, index) => isNumberOrDate(cell) && !isEmpty(next[index]));
  return isGroup ? start + 1 : start;
}

/** Whether a cell is a number or date. These occur in data, but not in headers. */
const isNumberOrDate = (cell: SpreadsheetCell | undefined) =>
  typeof cell === 'number' || (typeof cell === 'string' && /\d/.test(cell) && !/\p{L}/u.test(cell));

const isHeading = (cell: SpreadsheetCell) => typeof cell === 'string' && /\p{L}/u.test(cell);

function trimEmptyEnd(cells: readonly SpreadsheetCell[]): SpreadsheetCell[] {
  return cells.slice(0, cells.findLastIndex((cell) => !isEmpty(cell)) + 1);
}
