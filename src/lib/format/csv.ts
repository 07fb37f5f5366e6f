import { guardFormulas } from '#domain/formula-guard.ts';

/** A cell of a table to be saved: text is text, a number stays a number, null is empty. */
export type CsvCell = string | number | null;

/**
 * A table as CSV (RFC 4180, CRLF, with a byte-order mark so that spreadsheets read UTF-8). Text that a spreadsheet
 * might take for a formula gets an apostrophe (`guardFormulas`); numbers, negative ones too, do not. What other
 * readers split at is quoted.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = safeText(cell);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The signs that keep a Latin name together in an Arabic line: a screen needs them, who searches a file does not. */
const isolates = /[\u2066-\u2069]/g;

/** Text without signs of direction, and with an apostrophe wherever a spreadsheet might begin a formula. */
export const safeText = (text: string): string => guardFormulas(text.replaceAll(isolates, ''));

/** Hands a file to the person; text is CSV unless `type` says otherwise. */
export function download(fileName: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
