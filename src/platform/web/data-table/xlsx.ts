import type { CsvCell } from '#core/csv.ts';
import { type Sheet, writeXlsx } from '#core/xlsx.ts';
import { xlsxType } from '#core/xlsx-type.ts';

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

/** Creates an Excel workbook of a table whose first row is the header. */
export async function toXlsx(
  [headings = [], ...rows]: readonly (readonly CsvCell[])[],
  { sheet = 'Sheet1', note, isRightToLeft }: WorkbookOptions = {},
): Promise<Blob> {
  const sheets: Sheet[] = [{ name: sheet, headings, rows: [rows] }];
  if (note) {
    const [noteHeads = [], ...noteRows] = note.rows;
    sheets.push({ ...note, headings: noteHeads, rows: [noteRows], isWrapped: true });
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of writeXlsx(sheets, isRightToLeft)) parts.push(bytes);
  return new Blob(parts, { type: xlsxType });
}
