import { comparedOrders } from '#modules/reports/figures-shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/** Parameters of a comparison, named as in the API; lists of ids and days are comma-separated. */
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
    read: (reply) => readObject(comparedOrders, reply.data),
  });
}
