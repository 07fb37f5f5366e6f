import { type CsvCell, utf8Bom, csvRow } from '#domain/csv.ts';

export { type CsvCell, toSafeCellText } from '#domain/csv.ts';

/**
 * Formats a table as CSV with CRLF and a byte-order mark, so that spreadsheets detect UTF-8. `csvRow` formats
 * the cells.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `${utf8Bom}${rows.map(csvRow).join('\r\n')}\r\n`;
}

/** Downloads a file; text is CSV unless `type` is given. */
export function downloadFile(
  fileName: string,
  content: string | Blob,
  type = 'text/csv;charset=utf-8',
): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
