import type { ReportResponse, ReportColumn } from '../shapes.ts';
import { hasTotal } from '../columns.ts';
import type { ReportColumnShape } from '#platform/reports/shape-types.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { foldText } from '#core/text.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { ReportRow } from './cells.ts';

/** Result of a report: columns, totals, and rows in memory or streamed. */
export interface ReportResult {
  by: string;
  columns: ReportColumn[];
  itemName: string | null;
  /** Default sort order. */
  order: string;
  totals: ReportResponse['totals'];
  total: number;
  /** Rows in memory, or a stream in the report's order. */
  rows: SortableRows | (() => AsyncIterable<readonly ReportRow[]>);
}

/** Rows in memory, unsorted. */
export interface SortableRows {
  length: number;
  /** Returns sorted rows, at most `limit` if given. */
  takeSorted(order: string, columns: readonly ReportColumn[], limit?: number): ReportRow[];
}

/** Wraps rows that are converted to the wire format only when they are returned. */
export const createSortableRows = <Row>(
  rows: readonly Row[],
  cell: (row: Row, key: string) => ReportRow[string],
  write: (row: Row) => ReportRow,
): SortableRows => ({
  length: rows.length,
  takeSorted: (order, columns, limit) => sortRows(rows, cell, order, columns, limit).map(write),
});

/** Wraps rows that are already in the wire format. */
export const createWireRows = (rows: readonly ReportRow[]): SortableRows =>
  createSortableRows(
    rows,
    (row, key) => row[key] ?? null,
    (row) => row,
  );

/** Converts a column to the wire format. */
export const toReportColumn = (column: ReportColumnShape, isOfOneItem: boolean): ReportColumn => ({
  key: column.key,
  type: column.type,
  hasTotal: hasTotal(column, isOfOneItem),
});

/** A row with its sort keys; each distinct name is folded once. */
interface SortedRow<Row> {
  row: Row;
  value: string | number | null;
  name: string;
  key: string;
}

/**
 * Sorts by a column, `-` prefix for descending; null last, ties by name and key.
 *
 * @param limit number of rows needed, so that a page doesn't sort everything
 */
function sortRows<Row>(
  rows: readonly Row[],
  cell: (row: Row, key: string) => ReportRow[string],
  order: string,
  columns: readonly ReportColumn[],
  limit = rows.length,
): Row[] {
  const isDescending = order.startsWith('-');
  const key = order.replace(/^-/, '');
  const types = new Map(columns.map((column) => [column.key, column.type]));
  const isText = types.get(key) === 'text';
  const [first = 'key'] = types.keys();
  const foldedByText = new Map<string, string>();
  const fold = (text: string): string => {
    const foldedText = foldedByText.get(text) ?? foldText(text);
    foldedByText.set(text, foldedText);
    return foldedText;
  };
  const keyedRows = rows.map((row): SortedRow<Row> => {
    const value = cell(row, key);
    return {
      row,
      value: isText && value !== null ? fold(String(value)) : value,
      name: fold(String(cell(row, first) ?? '')),
      key: String(cell(row, 'key')),
    };
  });
  const compare = (a: SortedRow<Row>, b: SortedRow<Row>): number => {
    const [left, right] = [a.value, b.value];
    if (left === right) return a.name === b.name ? (a.key < b.key ? -1 : 1) : a.name < b.name ? -1 : 1;
    if (left === null) return 1;
    if (right === null) return -1;
    const isBefore =
      typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right);
    return isBefore === isDescending ? 1 : -1;
  };
  // A bounded insertion is faster only for a small share of the rows.
  const takeSorted =
    limit < rows.length / 8 ? takeFirst(keyedRows, limit, compare) : keyedRows.toSorted(compare);
  return takeSorted.slice(0, limit).map(({ row }) => row);
}

/** Returns the first rows of an order by bounded insertion. */
function takeFirst<T>(rows: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  const firstRows: T[] = [];
  for (const row of rows) {
    const last = firstRows.at(-1);
    if (firstRows.length === limit && (last === undefined || compare(row, last) > 0)) continue;
    let [low, high] = [0, firstRows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(row, firstRows[middle] as T) < 0) high = middle;
      else low = middle + 1;
    }
    firstRows.splice(low, 0, row);
    if (firstRows.length > limit) firstRows.pop();
  }
  return firstRows;
}

/** @throws ApiProblem 400 for a column that the report doesn't have */
export function assertSortable(order: string, columns: readonly ReportColumn[]): void {
  const sortable = ['key', ...columns.map((column) => column.key)];
  if (!sortable.includes(order.replace(/^-/, ''))) throw buildInvalidSortProblem('sort', sortable);
}

/** Builds the error for a value that isn't one of the choices. */
export function buildNotOneOfProblem(field: string, choices: readonly string[]) {
  const reason = refusal('one-of', { options: choices.join(', ') });
  return problem('MALFORMED', reason, { messagePrefix: field, fields: { [field]: reason } });
}

export function buildInvalidSortProblem(field: string, fields: readonly string[]) {
  const reason = refusal('sort-by', { fields: fields.join(', ') });
  return problem('MALFORMED', reason, { messagePrefix: field, fields: { [field]: reason } });
}
