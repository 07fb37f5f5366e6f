import type { ReactNode } from 'react';
import type { CsvCell } from '#src/lib/format/csv.ts';

/** One column of a list: how it is shown, sorted and saved. */
export interface Column<Row> {
  /** Under this name the choice of columns is remembered. */
  key: string;
  label: string;
  /** What a file calls it, where that says more: `Value, GBP`. */
  fileLabel?: string;
  cell(row: Row): ReactNode;
  /** What a file gets; left out: the column is not saved. Numbers stay numbers. */
  value?(row: Row): CsvCell;
  /** The server's name for it in `sort`; left out: cannot be sorted by. */
  sort?: string;
  /** Figures stand at the end of the line, so that they can be compared. */
  isNumeric?: boolean;
  /** Not shown until somebody chooses it. */
  isOff?: boolean;
  /** Classes of its cells, for widths. */
  className?: string;
  /**
   * Where it stands on a phone's card. The first column is the title and links to the row; the others follow each
   * other in the second line, unless they say `corner` (beside the title, only figures with their label) or `none`.
   */
  card?: 'line' | 'corner' | 'none';
  /** On a card it says itself what it is. */
  isPlain?: boolean;
}

/** What somebody chose for a list on this device: columns that differ from their first state. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** The columns in sight: the first always, the others as chosen. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return columns.filter(({ key, isOff = false }, index) => index === 0 || (choice[key] ?? !isOff));
}

export interface Sort {
  field: string;
  isDown: boolean;
}

/** Reads `field` or `-field`; null for nothing. */
export function parseSort(sort: string | undefined): Sort | null {
  if (!sort || sort === '-') return null;
  return sort.startsWith('-') ? { field: sort.slice(1), isDown: true } : { field: sort, isDown: false };
}

/**
 * A head pressed once sorts up, twice down, thrice as the list comes. The head of the usual order turns it round, and
 * back.
 */
export function nextSort(sort: string | undefined, field: string, usual?: string): string | undefined {
  if (parseSort(usual)?.field === field) {
    const turned = usual === field ? `-${field}` : field;
    return sort === turned ? undefined : sort === undefined || sort === usual ? turned : usual;
  }
  const now = parseSort(sort);
  if (now?.field !== field) return field;
  return now.isDown ? undefined : `-${field}`;
}
