import type { ReactNode } from 'react';
import type { CsvCell } from '#core/csv.ts';

/** One column of a list: its display, sorting and export. */
export interface Column<Row> {
  /** Identifies the column in the stored column choice. */
  key: string;
  label: string;
  /** Column header in exports, if more specific: `Value (GBP)`. */
  fileLabel?: string;
  cell(row: Row): ReactNode;
  /** Exported value. If omitted, the column isn't exported. Numbers stay numbers. */
  value?(row: Row): CsvCell;
  /** The column's name in the API's `sort` parameter; if omitted, it isn't sortable. */
  sort?: string;
  /** Numbers are right-aligned for comparison. */
  isNumeric?: boolean;
  /** Hidden by default. */
  isHiddenByDefault?: boolean;
  /** Classes of its cells, for widths. */
  className?: string;
  /**
   * Position on a phone's card. The first column is the title and link; others follow in the second line,
   * except `corner` (next to the title, for labelled figures only) and `none`.
   */
  card?: 'line' | 'corner' | 'none';
  /** The content needs no label on a card. */
  isPlain?: boolean;
}

/** Columns whose visibility the user changed on this device. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Returns the visible columns: the first always, the others as chosen. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return columns.filter(
    ({ key, isHiddenByDefault = false }, index) => index === 0 || (choice[key] ?? !isHiddenByDefault),
  );
}

export interface Sort {
  field: string;
  isDescending: boolean;
}

/** Parses `field` or `-field`; null if there is no sort. */
export function parseSort(sort: string | undefined): Sort | null {
  if (!sort || sort === '-') return null;
  return sort.startsWith('-')
    ? { field: sort.slice(1), isDescending: true }
    : { field: sort, isDescending: false };
}

/**
 * Returns the sort after a click on a header: ascending, descending, then the default. Clicking the default
 * sort's header reverses the sort and restores it.
 */
export function getNextSort(
  sort: string | undefined,
  field: string,
  defaultSort?: string,
): string | undefined {
  if (parseSort(defaultSort)?.field === field) {
    const reversed = defaultSort === field ? `-${field}` : field;
    return sort === reversed
      ? undefined
      : sort === undefined || sort === defaultSort
        ? reversed
        : defaultSort;
  }
  const current = parseSort(sort);
  if (current?.field !== field) return field;
  return current.isDescending ? undefined : `-${field}`;
}
