import { guardFormulas } from './formula-guard.ts';

/** A table cell: text, number, or null for empty. */
export type CsvCell = string | number | null;

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
const utf8Bom = '\uFEFF';

/** Formats rows as a CSV file: a byte order mark, and one line per row. */
export const toCsv = (rows: readonly (readonly CsvCell[])[], row = formatCsvRow): string =>
  utf8Bom + formatCsvLines(rows, row);

/** Formats rows as lines to be appended to the output of `toCsv`. */
export const formatCsvLines = (rows: readonly (readonly CsvCell[])[], row = formatCsvRow): string =>
  rows.map((cells) => `${row(cells)}\r\n`).join('');

/**
 * Formats a CSV row (RFC 4180) without its line break. Text that could be read as a formula is prefixed with
 * an apostrophe (`guardFormulas`); numbers aren't. Cells with separators are quoted.
 */
export function formatCsvRow(cells: readonly CsvCell[]): string {
  return cells.map(formatCsvCell).join(',');
}

/**
 * Formats a number like `String`, but without the runtime's number-to-string cache, which would retain memory
 * for large files.
 */
export const formatCsvNumber = (number: number): string => JSON.stringify(number);

/** Formats a cell, quoted if any program would split it. */
export function formatCsvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? formatCsvNumber(cell) : '';
  const safe = toSafeCellText(cell);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Isolate marks keep Latin names together in Arabic text on screen; they would break searches in a file. */
const isolates = /[\u2066-\u2069]/g;

/** Removes direction isolates and guards formulas with an apostrophe. */
export const toSafeCellText = (text: string): string => guardFormulas(text.replaceAll(isolates, ''));
