import { beginsWithSpace, rejoinCells } from '#core/rejoin-cells.ts';
import { FileProblem } from './file-problem.ts';
import { maxCellChars, maxColumns, maxTableChars, maxTableRows, maxTitleRows } from './limits.ts';
import type { FileTable, SpreadsheetCell, SpreadsheetRow } from './table.ts';

type Shape = Pick<FileTable, 'headRow' | 'top' | 'head' | 'rows' | 'mended' | 'overlong'>;

/** First rows shown to choose the header from. */
const mostTop = 15;

const isEmpty = (cell: SpreadsheetCell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/**
 * Builds a table from lines of cells. The header is the chosen row, else the first one after titles and group
 * headings; a file whose first row is data has none. Empty lines are omitted and short ones filled. In a row
 * with too many cells, those that begin with a space are rejoined (`Rua do Mercado, 12` without quotes is one
 * text).
 *
 * @throws FileProblem without rows, with too many, or with too much content
 */
export function shapeTable(
  lines: readonly (readonly SpreadsheetCell[])[],
  separator = ',',
  chosenHead?: number,
): Shape {
  refuseLetters(lines);
  const filled = lines.flatMap((cells, at): SpreadsheetRow[] =>
    cells.every(isEmpty) ? [] : [{ row: at + 1, cells: [...cells] }],
  );
  const at = chosenHead === undefined ? headOf(filled) : filled.findIndex(({ row }) => row === chosenHead);
  const first = filled[at];
  const rest = filled.slice(at + 1);
  if (rest.length === 0) throw new FileProblem('no-rows');
  if (rest.length > maxTableRows) throw new FileProblem('too-many-rows');
  const head = first
    ? withoutEmptyEnd(first.cells).map((cell) => String(cell ?? '').trim())
    : Array.from({ length: Math.max(...rest.map(({ cells }) => withoutEmptyEnd(cells).length)) }, () => '');
  const mended: number[] = [];
  const overlong: number[] = [];
  const rows = rest.map(({ row, cells: rowCells }): SpreadsheetRow => {
    const cells = withoutEmptyEnd(rowCells);
    const whole = cells.length > head.length ? rejoinCells(cells, head.length, separator) : cells;
    if (whole.length < cells.length) mended.push(row);
    if (whole.length > head.length) overlong.push(row);
    return { row, cells: head.map((_, at) => whole[at] ?? null) };
  });
  return { headRow: first?.row ?? 0, top: filled.slice(0, mostTop), head, rows, mended, overlong };
}

/**
 * Checks the total text length: a workbook stores a shared text once, but every cell gets its own copy when
 * the table leaves the worker.
 */
function refuseLetters(lines: readonly (readonly SpreadsheetCell[])[]): void {
  let letters = 0;
  for (const [at, cells] of lines.entries()) {
    if (cells.length > maxColumns) throw new FileProblem('too-many-columns', at + 1);
    for (const cell of cells) {
      if (typeof cell !== 'string') continue;
      if (cell.length > maxCellChars) throw new FileProblem('cell-too-long', at + 1);
      letters += cell.length;
    }
    if (letters > maxTableChars) throw new FileProblem('too-many-letters');
  }
}

/**
 * Counts the title lines above the header (`Sales by item`, `From 1 Nov, to 30 Nov`): one text each, before
 * the first line of at least three cells that is followed by a line of as many.
 */
function titlesOf(lines: readonly SpreadsheetRow[]): number {
  const width = (at: number) => withoutEmptyEnd(lines[at]?.cells ?? []).length;
  const at = lines
    .slice(0, maxTitleRows + 1)
    .findIndex(
      ({ cells }) => !withoutEmptyEnd(cells).every((cell, nth) => nth === 0 || beginsWithSpace(cell)),
    );
  const cells = withoutEmptyEnd(lines[at]?.cells ?? []);
  const isHead = cells.length > 2 && cells.every((cell) => isHeading(cell) && !beginsWithSpace(cell));
  return isHead && width(at + 1) === cells.length ? at : 0;
}

/** Returns the index of the header row; -1 if the first row is data. */
function headOf(lines: readonly SpreadsheetRow[]): number {
  const at = titlesOf(lines);
  const [cells, next, data] = [at, at + 1, at + 2].map((nth) => withoutEmptyEnd(lines[nth]?.cells ?? [])) as [
    SpreadsheetCell[],
    SpreadsheetCell[],
    SpreadsheetCell[],
  ];
  if (cells.length > 1 && cells.some((cell, nth) => isFigure(cell) && isFigure(next[nth]))) return -1;
  const countOf = (row: readonly SpreadsheetCell[]) => row.filter((cell) => !isEmpty(cell)).length;
  const isGroup =
    countOf(next) > countOf(cells) &&
    cells.every((cell) => isEmpty(cell) || isHeading(cell)) &&
    next.every((cell) => isEmpty(cell) || isHeading(cell)) &&
    data.some((cell, nth) => isFigure(cell) && !isEmpty(next[nth]));
  return isGroup ? at + 1 : at;
}

/** A number or date: found in data, not in headers. */
const isFigure = (cell: SpreadsheetCell | undefined) =>
  typeof cell === 'number' || (typeof cell === 'string' && /\d/.test(cell) && !/\p{L}/u.test(cell));

const isHeading = (cell: SpreadsheetCell) => typeof cell === 'string' && /\p{L}/u.test(cell);

function withoutEmptyEnd(cells: readonly SpreadsheetCell[]): SpreadsheetCell[] {
  return cells.slice(0, cells.findLastIndex((cell) => !isEmpty(cell)) + 1);
}
