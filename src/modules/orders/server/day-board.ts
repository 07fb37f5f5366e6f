import { sql } from 'kysely';
import type { OrderDayQueryParams } from '#modules/reports/figures-input.ts';
import type { OrderDay } from '#modules/reports/figures-shapes.ts';
import { inProgressStatuses } from '../status.ts';
import type { Actor } from '#core/permissions.ts';
import { compareCodes } from '#core/text.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { isOrderVisibleTo } from './scope.ts';

/** Limit for each of the two queries; far more than a large business has in a day. */
const maxOrders = 2000;

/** Lists the orders on the day board that the actor can see, by delivery day. */
export async function listDayBoardOrders(
  db: Queryable,
  actor: Actor,
  { day, kitchen }: OrderDayQueryParams,
): Promise<OrderDay> {
  // Two queries, each with its own index; combined with `or`, they would scan all orders.
  const dayQuery = selectBoardOrders(db, actor, kitchen)
    .where('orders.deliveryDate', 'in', [day, addDays(day, 1)])
    .where('orders.status', 'not in', ['Rejected', 'Cancelled'])
    .execute();
  const openQuery = selectBoardOrders(db, actor, kitchen)
    .where('orders.status', 'in', inProgressStatuses)
    .execute();
  const [dayOrders, openOrders] = await Promise.all([dayQuery, openQuery]);
  const byId = new Map([...dayOrders, ...openOrders].map((order) => [order._id, order]));
  const orders = [...byId.values()]
    .map(({ picked, ...order }) => ({ ...order, picked: picked === null ? null : Number(picked) }))
    .toSorted((a, b) => compareCodes(a.deliveryDate, b.deliveryDate) || compareCodes(a._id, b._id));
  return { orders, isCapped: dayOrders.length >= maxOrders || openOrders.length >= maxOrders };
}

function selectBoardOrders(db: Queryable, actor: Actor, kitchen: string | undefined) {
  const orders = db
    .selectFrom('orders')
    .where(isOrderVisibleTo(actor))
    .select([
      'orders._id',
      'orders.orderNo',
      'orders.branch',
      'orders.kitchen',
      'orders.deliveryDate',
      'orders.status',
      'orders.shippedAt',
      'orders.receivedAt',
      'orders.lineCount as lines',
      pickedLines.as('picked'),
    ])
    .orderBy('orders.createdAt', 'desc')
    .limit(maxOrders);
  return kitchen === undefined ? orders : orders.where('orders.kitchen', '=', kitchen);
}

const pickedLines = sql<number | null>`case when ${sql.ref('orders.status')} = 'Under Process' then
  (select count(*) from ${sql.table('orderLines')} where ${sql.ref('orderLines.orderId')} = ${sql.ref('orders._id')}
    and (${sql.ref('orderLines.pickedQtyMicro')} is not null or ${sql.ref('orderLines.shippedQtyMicro')} is not null)) end`;
