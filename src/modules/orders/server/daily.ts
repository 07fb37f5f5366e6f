import { sql } from 'kysely';
import type { DailyQueryParams } from '#modules/reports/figures-input.ts';
import { countedStatuses } from '../status.ts';
import type { Actor } from '#core/permissions.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { isOrderVisibleTo } from './scope.ts';

/** Counts orders by delivery day, with the ordered and completely shipped lines of shipped orders. */
export async function summarizeOrdersByDay(
  db: Queryable,
  actor: Actor,
  query: DailyQueryParams,
): Promise<RouteResponse> {
  let orders = db
    .selectFrom('orders')
    .where(isOrderVisibleTo(actor))
    .where('orders.deliveryDate', '>=', query.from)
    .where('orders.deliveryDate', '<=', query.to)
    .where('orders.status', 'in', [...countedStatuses]);
  if (query.branch) orders = orders.where('orders.branch', '=', query.branch);
  const lines = sumHighLow(sql`coalesce(${sql.ref('orders.linesOrdered')}, 0)`);
  const complete = sumHighLow(sql`coalesce(${sql.ref('orders.linesShippedComplete')}, 0)`);
  const rows = await orders
    .select((eb) => [
      'orders.deliveryDate as day',
      eb.fn.countAll<number>().as('orders'),
      lines.high.as('linesHigh'),
      lines.low.as('linesLow'),
      complete.high.as('completeHigh'),
      complete.low.as('completeLow'),
    ])
    .groupBy('orders.deliveryDate')
    .orderBy('orders.deliveryDate')
    .execute();
  const body = rows.map(({ day, orders: count, ...sums }) => ({
    day,
    orders: Number(count),
    lines: exactSum(sums.linesHigh, sums.linesLow) ?? 0,
    linesComplete: exactSum(sums.completeHigh, sums.completeLow) ?? 0,
  }));
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}
