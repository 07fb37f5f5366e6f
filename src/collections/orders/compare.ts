import type { ComparedOrders } from '#contract/figures.ts';
import { readQuantity } from '#contract/read-shape.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';

/** Parameters of a comparison, named as on the wire; ids and days separated by commas. */
export type CompareFilters = Partial<
  Record<'orders' | 'branches' | 'days' | 'branch' | 'from' | 'to', string>
>;

/** Queries a comparison of orders, branches or days, item by item. */
export function compareOrdersQuery(filters: CompareFilters) {
  return readQuery({
    collection: 'orders_data',
    key: ['compare', filters],
    lifetime: 'orderList',
    path: 'orders/compare',
    search: filters,
    read: (reply): ComparedOrders => {
      const answer = readRecord(reply.data);
      return {
        by: (readText(answer['by']) ?? 'orders') as ComparedOrders['by'],
        columns: all(answer['columns']).map(readColumn),
        rows: all(answer['rows']).map(readRow),
      };
    },
  });
}

const all = (value: unknown): JsonRecord[] =>
  Array.isArray(value) ? value.map((one: unknown) => readRecord(one)) : [];

function readColumn(column: JsonRecord): ComparedOrders['columns'][number] {
  const key = readText(column['key']) ?? '';
  return {
    key,
    label: readText(column['label']) ?? key,
    branchName: readText(column['branchName']),
    deliveryDate: readText(column['deliveryDate']),
    status: readText(column['status']),
    orders: readNumberValue(column['orders']) ?? 0,
    lines: readNumberValue(column['lines']) ?? 0,
    value: readNumberValue(column['value']),
  };
}

function readRow(row: JsonRecord): ComparedOrders['rows'][number] {
  const itemId = readText(row['itemId']) ?? '';
  return {
    itemId,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: readText(row['itemName']) ?? itemId,
    unit: readText(row['unit']) ?? '',
    cells: all(row['cells']).map((cell) => ({
      ordered: readQuantity(cell['ordered']),
      shipped: readQuantity(cell['shipped']),
      received: readQuantity(cell['received']),
    })),
  };
}
