import type { Encoding } from './encodings.ts';

/** A cell value of a file. */
export type SpreadsheetCell = string | number | boolean | null;

export interface SpreadsheetRow {
  /** Row number as in a spreadsheet: the first row of the file is 1. */
  row: number;
  cells: SpreadsheetCell[];
}

/** The table of a file; one of its first rows is the header, if there is one. */
export interface FileTable {
  kind: 'csv' | 'xlsx';
  /** CSV only: the encoding used. */
  encoding: string | null;
  delimiter: string | null;
  /** Workbook only: its sheets, and the one that was read. */
  sheets: string[];
  sheet: string | null;
  /** Row number of the header, counted as in a spreadsheet; 0 without one. */
  headRow: number;
  /** The first rows of the file, to choose the header from. */
  top: SpreadsheetRow[];
  /** Column headings; empty texts without a header. */
  head: string[];
  rows: SpreadsheetRow[];
  /** Rows whose unquoted texts contained commas and were rejoined. */
  rejoinedRows: number[];
  /** Rows with more cells than the header; the extra cells are omitted. */
  overlongRows: number[];
}

/** The user's choices when a file was read differently than intended. */
export interface ReadOptions {
  encoding?: Encoding | undefined;
  sheet?: string | undefined;
  /** The row with the headings; 0 for none. */
  headRow?: number | undefined;
  /** Sheets of a workbook that explain others; ignored. */
  notes?: readonly string[] | undefined;
}
