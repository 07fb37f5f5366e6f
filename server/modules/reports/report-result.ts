import type { ReportAnswer, ReportColumn } from '#contract/reports.ts';
import { hasTotal } from '#domain/reports/columns.ts';
import type { ReportColumnShape } from '#domain/reports/shape-types.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { foldText } from '#domain/text.ts';
import { problem } from '../../http/problems.ts';
import type { ReportRow } from './cells.ts';

/** What a report answers: its columns, the totals of everything, and its rows, at once or some after the others. */
export interface ReportResult {
  by: string;
  columns: ReportColumn[];
  itemName: string | null;
  /** By what it is sorted where nobody says otherwise. */
  order: string;
  totals: ReportAnswer['totals'];
  total: number;
  /** All of them at once, or some after the others in the order of the report. */
  rows: SortableRows | (() => AsyncIterable<readonly ReportRow[]>);
}

/** Rows that are all there, in no order. */
export interface SortableRows {
  length: number;
  /** In an order; of a page only so many of the first. */
  inOrder(order: string, columns: readonly ReportColumn[], most?: number): ReportRow[];
}

/** Rows as they are read, which are written as they travel only when they do. */
export const sortableRows = <Row>(
  rows: readonly Row[],
  cell: (row: Row, key: string) => ReportRow[string],
  write: (row: Row) => ReportRow,
): SortableRows => ({
  length: rows.length,
  inOrder: (order, columns, most) => sortRows(rows, cell, order, columns, most).map(write),
});

/** Rows that are written already. */
export const wireRows = (rows: readonly ReportRow[]): SortableRows =>
  sortableRows(
    rows,
    (row, key) => row[key] ?? null,
    (row) => row,
  );

/** A column as it travels. */
export const toReportColumn = (column: ReportColumnShape, isOfOneItem: boolean): ReportColumn => ({
  key: column.key,
  type: column.type,
  hasTotal: hasTotal(column, isOfOneItem),
});

/** A row with what it stands by: names are folded once each, however many rows have them. */
interface SortedRow<Row> {
  row: Row;
  value: string | number | null;
  name: string;
  key: string;
}

/**
 * By a column, `-` before it for the largest first; what is not known stands last, and ties stand by name and key.
 *
 * @param most only so many of the first are wanted: of a page nobody puts all in order
 */
function sortRows<Row>(
  rows: readonly Row[],
  cell: (row: Row, key: string) => ReportRow[string],
  order: string,
  columns: readonly ReportColumn[],
  most = rows.length,
): Row[] {
  const isDown = order.startsWith('-');
  const key = order.replace(/^-/, '');
  const types = new Map(columns.map((column) => [column.key, column.type]));
  const isText = types.get(key) === 'text';
  const [first = 'key'] = types.keys();
  const folds = new Map<string, string>();
  const folded = (text: string): string => {
    const known = folds.get(text) ?? foldText(text);
    folds.set(text, known);
    return known;
  };
  const placed = rows.map((row): SortedRow<Row> => {
    const value = cell(row, key);
    return {
      row,
      value: isText && value !== null ? folded(String(value)) : value,
      name: folded(String(cell(row, first) ?? '')),
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
    return isBefore === isDown ? 1 : -1;
  };
  // To keep the first few is cheaper as long as they are few.
  const inOrder = most < rows.length / 8 ? firstOf(placed, most, compare) : placed.toSorted(compare);
  return inOrder.slice(0, most).map(({ row }) => row);
}

/** The first few in an order. */
function firstOf<T>(all: readonly T[], most: number, compare: (a: T, b: T) => number): T[] {
  const best: T[] = [];
  for (const one of all) {
    const last = best.at(-1);
    if (best.length === most && (last === undefined || compare(one, last) > 0)) continue;
    let [low, high] = [0, best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(one, best[middle] as T) < 0) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, one);
    if (best.length > most) best.pop();
  }
  return best;
}

/** Throws 400 for a column that a report does not have. */
export function assertSortable(order: string, columns: readonly ReportColumn[]): void {
  const sortable = ['key', ...columns.map((column) => column.key)];
  if (!sortable.includes(order.replace(/^-/, ''))) throw invalidSortProblem('sort', sortable);
}

/** For what is chosen, and not sorted by. */
export function notOneOfProblem(field: string, choices: readonly string[]) {
  const why = refusal('one-of', { options: choices.join(', ') });
  return problem('MALFORMED', why, { lead: field, fields: { [field]: why } });
}

export function invalidSortProblem(field: string, fields: readonly string[]) {
  const why = refusal('sort-by', { fields: fields.join(', ') });
  return problem('MALFORMED', why, { lead: field, fields: { [field]: why } });
}
