import { guardFormulas } from './formula-guard.ts';

/** A cell of a table to be saved: text is text, a number stays a number, null is empty. */
export type CsvCell = string | number | null;

/** Spreadsheets take a file that begins with it for UTF-8. */
export const utf8Bom = '\uFEFF';

/**
 * A row of CSV (RFC 4180) without its line break. Text that a spreadsheet might take for a formula gets an apostrophe
 * (`guardFormulas`); numbers, negative ones too, do not. What other readers split at is quoted.
 */
export function csvRow(cells: readonly CsvCell[]): string {
  return cells.map(cellText).join(',');
}

/**
 * A number as `String` has it, for files of many: the texts that `String` makes are remembered for a while by the runtime, and
 * are kept longer than whatever else a row is made of.
 */
export const numberText = (number: number): string => JSON.stringify(number);

/** A cell by itself, quoted where any reader would split it. */
export function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? numberText(cell) : '';
  const safe = toSafeCellText(cell);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The signs that keep a Latin name together in an Arabic line: a screen needs them, who searches a file does not. */
const isolates = /[\u2066-\u2069]/g;

/** Text without signs of direction, and with an apostrophe wherever a spreadsheet might begin a formula. */
export const toSafeCellText = (text: string): string => guardFormulas(text.replaceAll(isolates, ''));
