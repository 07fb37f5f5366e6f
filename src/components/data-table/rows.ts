import type { LinkProps } from '@tanstack/react-router';
import type { Column } from './column.ts';
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
  linkOf(row: Row): LinkProps;
  openKey: string | undefined;
  /** Null where nothing can be done with several rows. */
  selection: Selection<Row> | null;
  /** New rows are on their way; these are of before. */
  isBusy: boolean;
  /** Class of a row's height. */
  heightClass: string;
}
