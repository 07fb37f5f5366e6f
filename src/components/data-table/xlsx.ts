import writeXlsxFile, { type SheetData } from 'write-excel-file/browser';
import { type CsvCell, toSafeCellText } from '#src/lib/format/csv.ts';

/** An additional sheet with explanatory text. */
export interface NoteSheet {
  name: string;
  rows: readonly (readonly string[])[];
  /** Column widths in characters. */
  widths: readonly number[];
}

export interface WorkbookOptions {
  /** Name of the table's sheet. */
  sheet?: string;
  note?: NoteSheet;
  isRightToLeft?: boolean;
}

/**
 * Creates an Excel workbook with a bold, frozen header. Text that starts like a formula is escaped as in a
 * CSV, in case the sheet is saved as one. Numbers stay numbers.
 */
export function toXlsx(
  [head = [], ...rows]: readonly (readonly CsvCell[])[],
  { sheet = '', note, isRightToLeft = false }: WorkbookOptions = {},
): Promise<Blob> {
  const data: SheetData = [headOf(head), ...rows.map((row) => row.map(cellValue))];
  const options = { stickyRowsCount: 1, rightToLeft: isRightToLeft };
  if (!note) return writeXlsxFile(data, options).toBlob();
  const [noteHead = [], ...noteRows] = note.rows;
  const explained: SheetData = [
    headOf(noteHead),
    ...noteRows.map((row) =>
      row.map((text) => ({ value: toSafeCellText(text), wrap: true, alignVertical: 'top' as const })),
    ),
  ];
  const columns = note.widths.map((width) => ({ width }));
  return writeXlsxFile([
    { ...options, data, sheet: sheetName(sheet) },
    { ...options, data: explained, sheet: sheetName(note.name), columns },
  ]).toBlob();
}

const headOf = (head: readonly CsvCell[]) =>
  head.map((cell) => ({ value: toSafeCellText(String(cell)), fontWeight: 'bold' as const }));

/** Removes characters that a sheet name can't contain, and shortens it to the maximum. */
const sheetName = (name: string): string =>
  name
    .replace(/[:\\/?*[\]]/g, ' ')
    .slice(0, 31)
    .trim() || '1';

function cellValue(cell: CsvCell): string | number | null {
  if (typeof cell === 'string') return cell === '' ? null : toSafeCellText(cell);
  return cell === null || Number.isFinite(cell) ? cell : null;
}
