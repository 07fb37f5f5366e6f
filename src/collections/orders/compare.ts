import type { ComparedOrders } from '#contract/figures.ts';
import { quantityOf } from '#contract/document-fields.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';

/** What is compared, in the words of the wire: ids and days with commas. */
export type CompareFilters = Partial<
  Record<'orders' | 'branches' | 'days' | 'branch' | 'from' | 'to', string>
>;

/** Orders, branches or days side by side, item by item. */
export function compareOrdersQuery(filters: CompareFilters) {
  return readQuery({
    collection: 'orders_data',
    key: ['compare', filters],
    lifetime: 'orderList',
    path: 'orders/compare',
    search: filters,
    read: (reply): ComparedOrders => {
      const answer = record(reply.data);
      return {
        by: (text(answer['by']) ?? 'orders') as ComparedOrders['by'],
        columns: all(answer['columns']).map(readColumn),
        rows: all(answer['rows']).map(readRow),
      };
    },
  });
}

const all = (value: unknown): JsonRecord[] =>
  Array.isArray(value) ? value.map((one: unknown) => record(one)) : [];

function readColumn(column: JsonRecord): ComparedOrders['columns'][number] {
  const key = text(column['key']) ?? '';
  return {
    key,
    label: text(column['label']) ?? key,
    branchName: text(column['branchName']),
    deliveryDate: text(column['deliveryDate']),
    status: text(column['status']),
    orders: number(column['orders']) ?? 0,
    lines: number(column['lines']) ?? 0,
    value: number(column['value']),
  };
}

function readRow(row: JsonRecord): ComparedOrders['rows'][number] {
  const itemId = text(row['itemId']) ?? '';
  return {
    itemId,
    itemCode: text(row['itemCode']) ?? '',
    itemName: text(row['itemName']) ?? itemId,
    unit: text(row['unit']) ?? '',
    cells: all(row['cells']).map((cell) => ({
      ordered: quantityOf(cell['ordered']),
      shipped: quantityOf(cell['shipped']),
      received: quantityOf(cell['received']),
    })),
  };
}
