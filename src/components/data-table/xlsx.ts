import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { type CsvCell, safeText } from '#src/lib/format/csv.ts';

/**
 * A table as an Excel workbook of one sheet, the head bold and in sight. Text stays text: what begins like a formula
 * is marked as in a CSV, for the day the sheet is saved as one. Numbers stay numbers, negative ones too.
 */
export function toXlsx([head = [], ...rows]: readonly (readonly CsvCell[])[]): Promise<Blob> {
  const data: SheetData = [
    head.map((cell) => ({ value: safeText(String(cell)), fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(cellValue)),
  ];
  return writeXlsxFile(data, { stickyRowsCount: 1 }).toBlob();
}

function cellValue(cell: CsvCell): string | number | null {
  if (typeof cell === 'string') return cell === '' ? null : safeText(cell);
  return cell === null || Number.isFinite(cell) ? cell : null;
}
