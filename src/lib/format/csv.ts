import { type CsvCell, utf8Bom, csvRow } from '#domain/csv.ts';

export { type CsvCell, toSafeCellText } from '#domain/csv.ts';

/** A table as CSV, with CRLF and a byte-order mark so that spreadsheets read UTF-8. Cells are written as `csvRow` says. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `${utf8Bom}${rows.map(csvRow).join('\r\n')}\r\n`;
}

/** Hands a file to the person; text is CSV unless `type` says otherwise. */
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
