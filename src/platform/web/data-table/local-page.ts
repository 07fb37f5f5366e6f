import type { TolerantList } from '#platform/shapes/tolerant.ts';
import { foldText } from '#core/text.ts';
import type { CsvCell } from '#core/csv.ts';
import { type Column, parseSort } from './column.ts';

interface LocalView<Row> {
  q: string | undefined;
  sort: string | undefined;
  /** From 1. */
  page: number;
  pageSize: number;
  /** Additional condition for a row. */
  matches?(row: Row): boolean;
}

/** Returns all rows of a view, searched and sorted on the client by their columns' values. */
export function getLocalRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { q, sort, matches }: Omit<LocalView<Row>, 'page' | 'pageSize'>,
): Row[] {
  const words = foldText(q ?? '')
    .split(' ')
    .filter(Boolean);
  const buildSearchText = (row: Row) => foldText(columns.map(({ value }) => value?.(row) ?? '').join(' '));
  const matchingRows = rows.filter((row) => {
    if (matches && !matches(row)) return false;
    if (words.length === 0) return true;
    const text = buildSearchText(row);
    return words.every((word) => text.includes(word));
  });
  const order = parseSort(sort);
  const column = order && columns.find((candidate) => candidate.sort === order.field);
  const getCell = column?.value;
  if (!order || !getCell) return matchingRows;
  return matchingRows.toSorted((a, b) => compareCells(getCell(a), getCell(b), order.isDescending));
}

/**
 * Returns one page of a fully loaded list, for servers that don't page, search and sort. The total is the
 * number of matching rows.
 */
export function getLocalPage<Row>(
  list: TolerantList<Row>,
  columns: readonly Column<Row>[],
  { page, pageSize, ...view }: LocalView<Row>,
): TolerantList<Row> {
  const matches = getLocalRows(list.rows, columns, view);
  const rows = matches.slice((page - 1) * pageSize, page * pageSize);
  return { ...list, rows, total: matches.length, totalCapped: false };
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares numbers by value and text by collation; empty values are last in either direction. */
function compareCells(a: CsvCell, b: CsvCell, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null || a === '') return 1;
  if (b === null || b === '') return -1;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b));
  return isDescending ? -order : order;
}
