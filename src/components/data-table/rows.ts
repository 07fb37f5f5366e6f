import type { Column } from './column.ts';
import type { RowLinks } from './use-row-links.ts';
import type { Selection } from './use-selection.ts';

/** What the table and the cards of a list are handed alike. */
export interface RowsProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  /** Those in sight. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** What a row is called when it is selected. */
  nameOf(row: Row): string;
  links: RowLinks<Row>;
  openKey: string | undefined;
  /** Null where nothing can be done with several rows. */
  selection: Selection<Row> | null;
  /** New rows are on their way; these are of before. */
  isBusy: boolean;
  /** Class of a row's height. */
  heightClass: string;
}

/** What one row is handed. */
export interface RowProps<Row> {
  row: Row;
  rowKey: string;
  /** From 0, among all rows of the page. */
  index: number;
  columns: readonly Column<Row>[];
  nameOf(row: Row): string;
  links: RowLinks<Row>;
  isOpen: boolean;
  isChosen: boolean;
  /** Null where nothing can be done with several rows. */
  toggle: Selection<Row>['toggle'] | null;
}
