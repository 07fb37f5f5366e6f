import type { Column } from './column.ts';
import type { RowLinks } from './use-row-links.ts';
import type { Selection } from './use-selection.ts';

/** Props shared by the table and the cards of a list. */
export interface RowsProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  /** The visible columns. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey(row: Row): string;
  /** Name of a row, for its checkbox. */
  getName(row: Row): string;
  links: RowLinks<Row>;
  openKey: string | undefined;
  /** Null without bulk actions. */
  selection: Selection<Row> | null;
  /** New rows are loading; these are the previous ones. */
  isBusy: boolean;
  /** Class of a row's height. */
  heightClass: string;
}

/** Props of one row. */
export interface RowProps<Row> {
  row: Row;
  rowKey: string;
  /** From 0, among all rows of the page. */
  index: number;
  columns: readonly Column<Row>[];
  getName(row: Row): string;
  links: RowLinks<Row>;
  isOpen: boolean;
  isSelected: boolean;
  /** Null without bulk actions. */
  toggle: Selection<Row>['toggle'] | null;
}
