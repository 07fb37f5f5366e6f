import type { Encoding } from './encodings.ts';

/** A cell as it stands in a file. */
export type TableCell = string | number | boolean | null;

export interface TableRow {
  /** As a spreadsheet counts: the first row of the file is 1. */
  row: number;
  cells: TableCell[];
}

/** The table in a file: one of its first rows names the columns, unless none does. */
export interface FileTable {
  kind: 'csv' | 'xlsx';
  /** Of a CSV: how it was read. */
  encoding: string | null;
  delimiter: string | null;
  /** Of a workbook: its sheets, and which one this is. */
  sheets: string[];
  sheet: string | null;
  /** The row with the headings, as a spreadsheet counts; 0 where there is none. */
  headRow: number;
  /** The first rows of the file, to choose the headings from. */
  top: TableRow[];
  /** The headings; empty texts where there are none. */
  head: string[];
  rows: TableRow[];
  /** Rows whose texts hold commas without quotes, and were put together again. */
  mended: number[];
  /** Rows that have more cells than the head, what is too much is left out. */
  overlong: number[];
}

/** What a person says of a file where it was read in another way than they meant. */
export interface ReadOptions {
  encoding?: Encoding | undefined;
  sheet?: string | undefined;
  /** The row with the headings; 0 for none. */
  headRow?: number | undefined;
  /** Sheets of a workbook that explain others: passed over. */
  notes?: readonly string[] | undefined;
}
