import type { ReportAnswer, ReportColumn } from '#contract/reports.ts';
import { hasTotal } from '#domain/reports/columns.ts';
import type { ReportColumnShape } from '#domain/reports/shape-types.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import { foldText } from '#domain/text.ts';
import { problem } from '../../http/problems.ts';
import type { ReportRow } from './cells.ts';

/** What a report answers: its columns, the totals of everything, and its rows, at once or some after the others. */
export interface Told {
  by: string;
  columns: ReportColumn[];
  itemName: string | null;
  /** By what it is sorted where nobody says otherwise. */
  order: string;
  totals: ReportAnswer['totals'];
  total: number;
  /** All of them in no order, or some after the others in the order of the report. */
  rows: readonly ReportRow[] | (() => AsyncIterable<readonly ReportRow[]>);
}

/** A column as it travels. */
export const toldColumn = (column: ReportColumnShape, isOfOneItem: boolean): ReportColumn => ({
  key: column.key,
  type: column.type,
  hasTotal: hasTotal(column, isOfOneItem),
});

/** By a column, `-` before it for the largest first; what is not known stands last, and ties stand by name and key. */
export function sorted(
  rows: readonly ReportRow[],
  order: string,
  columns: readonly ReportColumn[],
): ReportRow[] {
  const isDown = order.startsWith('-');
  const key = order.replace(/^-/, '');
  const types = new Map(columns.map((column) => [column.key, column.type]));
  const isText = types.get(key) === 'text';
  const [first = 'key'] = types.keys();
  const name = new Map(rows.map((row) => [row, foldText(String(row[first] ?? ''))]));
  const values = isText
    ? new Map(rows.map((row) => [row, row[key] === null ? null : foldText(String(row[key] ?? ''))]))
    : null;
  const valueOf = (row: ReportRow) => (values ? values.get(row) : row[key]) ?? null;
  const compare = (a: ReportRow, b: ReportRow): number => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    const isBefore =
      typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right);
    return isBefore === isDown ? 1 : -1;
  };
  const byName = (a: ReportRow, b: ReportRow) => {
    const [left, right] = [name.get(a) ?? '', name.get(b) ?? ''];
    if (left !== right) return left < right ? -1 : 1;
    return String(a['key']) < String(b['key']) ? -1 : 1;
  };
  return rows.toSorted((a, b) => compare(a, b) || byName(a, b));
}

/** Throws 400 for a column that a report does not have. */
export function checkSort(order: string, columns: readonly ReportColumn[]): void {
  const sortable = ['key', ...columns.map((column) => column.key)];
  if (!sortable.includes(order.replace(/^-/, ''))) throw unfit('sort', sortable);
}

export function unfit(field: string, fields: readonly string[]) {
  const why = refusal('sort-by', { fields: fields.join(', ') });
  return problem('MALFORMED', why, { lead: field, fields: { [field]: why } });
}
