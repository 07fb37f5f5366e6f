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
  headerRow: number;
  /** The first rows of the file, to choose the header from. */
  top: SpreadsheetRow[];
  /** Column headings; empty strings if there is no header. */
  header: string[];
  rows: SpreadsheetRow[];
  /** Rows in which unquoted text contained commas and was rejoined. */
  rejoinedRows: number[];
  /** Rows with more cells than the header; the extra cells are omitted. */
  overlongRows: number[];
}

/** The user's choices for a file that wasn't read as intended. */
export interface ReadOptions {
  encoding?: Encoding | undefined;
  sheet?: string | undefined;
  /** The row with the headings; 0 for none. */
  headerRow?: number | undefined;
  /** Names of sheets with notes on the other sheets; these sheets are ignored. */
  notes?: readonly string[] | undefined;
}
