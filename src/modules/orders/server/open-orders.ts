import type { Wire } from '#platform/shapes/shape.ts';
import type { openOrders } from '#platform/shapes/bulk-changes-shape.ts';
import type { Actor } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { isCounterVisibleTo } from './order-counters.ts';
import { buildCounterFilter } from './scope.ts';

const finalStatuses = ['Received', 'Rejected', 'Cancelled'];

/** Counts open orders by branch and kitchen in the actor's scope, from the counters. */
export async function countOpenOrders(db: Queryable, actor: Actor): Promise<Wire<typeof openOrders>[]> {
  const scope = buildCounterFilter(actor);
  if (scope === null) return [];
  let query = db
    .selectFrom('orderCounts')
    .select((eb) => ['branch', 'kitchen', eb.fn.sum<number>('count').as('total')])
    .where('status', 'not in', finalStatuses);
  if (scope.visibleTo) query = query.where(isCounterVisibleTo(scope.visibleTo));
  const rows = await query.groupBy(['branch', 'kitchen']).execute();
  return rows
    .map(({ branch, kitchen, total }) => ({ branch, kitchen, count: Number(total) }))
    .filter(({ count }) => count > 0);
}
