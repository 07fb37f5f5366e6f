import type { OrderStatus } from '../status.ts';
import type { IncomingQuantity } from '#modules/demand/usage-before-delivery.ts';
import { convertMicro, toExactOrNull } from '#core/quantity.ts';
import { dayMs } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadOnOrder } from '#modules/stock/server/on-order.ts';

/** A branch's demand for one item, in base units. */
export interface BranchDemand {
  /** Open order lines and outstanding purchases that arrive by the given day. */
  orderedMicro: number;
  /** The same quantities by arrival day. */
  incoming: IncomingQuantity[];
  /** Quantities of the item in its latest orders, newest first, at most ten. */
  recentQuantities: number[];
}

const openStatuses: readonly OrderStatus[] = ['Under Review', 'Sent to Central Kitchen', 'Under Process'];
const ignoredStatuses: readonly OrderStatus[] = ['Draft', 'Rejected', 'Cancelled'];
const maxRecentOrders = 60;
const ordersInAverage = 10;

/**
 * Loads a branch's open and recent demand by item. Only arrivals through `throughDay` are
 * included (all days if omitted); the order with the id `excludedOrderId` is excluded.
 */
export async function loadBranchDemand(
  db: Queryable,
  branch: string,
  { throughDay, excludedOrderId = '' }: { throughDay?: string | undefined; excludedOrderId?: string } = {},
): Promise<Map<string, BranchDemand>> {
  const demand = new Map<string, BranchDemand>();
  const getDemand = (itemId: string) => {
    const itemDemand = demand.get(itemId) ?? { orderedMicro: 0, incoming: [], recentQuantities: [] };
    demand.set(itemId, itemDemand);
    return itemDemand;
  };
  const addIncoming = (itemId: string, day: string | null, micro: number) => {
    // Overdue or undated deliveries may arrive any day.
    if (throughDay !== undefined && day !== null && day > throughDay) return;
    const itemDemand = getDemand(itemId);
    itemDemand.orderedMicro += micro;
    itemDemand.incoming.push({ day, micro });
  };
  for (const line of await loadOpenLines(db, branch, excludedOrderId))
    addIncoming(
      line.itemId,
      line.deliveryDate,
      toBaseMicro(line.approvedQtyMicro ?? line.orderQtyMicro, line),
    );
  for (const { itemId, expectedOn, baseMicro } of await loadOnOrder(db, [branch]))
    addIncoming(itemId, expectedOn, baseMicro);
  for (const line of await loadRecentLines(db, branch, excludedOrderId)) {
    const { recentQuantities } = getDemand(line.itemId);
    if (recentQuantities.length < ordersInAverage)
      recentQuantities.push(toBaseMicro(line.orderQtyMicro, line));
  }
  return demand;
}

/** Converts to base units; a line too large for exact numbers counts as 0. */
const toBaseMicro = (qtyMicro: number, line: { unitNum: number; unitDen: number }): number =>
  toExactOrNull(() => convertMicro(qtyMicro, { num: line.unitNum, den: line.unitDen })) ?? 0;

function loadOpenLines(db: Queryable, branch: string, excludedOrderId: string) {
  return (
    db
      .selectFrom('orders')
      .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
      .select(['itemId', 'deliveryDate', 'orderQtyMicro', 'approvedQtyMicro', 'unitNum', 'unitDen'])
      .where('orders.branch', '=', branch)
      .where('orders._id', '!=', excludedOrderId)
      .where('orders.status', 'in', [...openStatuses])
      // Goods for events don't cover regular demand.
      .where('orders.occasion', 'is', null)
      .execute()
  );
}

async function loadRecentLines(db: Queryable, branch: string, excludedOrderId: string) {
  const recent = await db
    .selectFrom('orders')
    .select('_id')
    .where('branch', '=', branch)
    .where('_id', '!=', excludedOrderId)
    .where('status', 'not in', [...ignoredStatuses])
    .where('occasion', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('_id', 'desc')
    .limit(maxRecentOrders)
    .execute();
  if (recent.length === 0) return [];
  return db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders._id', 'orderLines.orderId')
    .select(['itemId', 'orderQtyMicro', 'unitNum', 'unitDen'])
    .where(
      'orderLines.orderId',
      'in',
      recent.map((order) => order._id),
    )
    .where('orderQtyMicro', '>', 0)
    .orderBy('orders.createdAt', 'desc')
    .execute();
}

const unshippedStatuses: readonly OrderStatus[] = ['Sent to Central Kitchen', 'Under Process'];

/**
 * Loads the unreserved quantities needed for a kitchen's open event orders, which aren't part of its regular
 * demand. The returned function totals an item's deliveries before a day (YYYY-MM-DD), in millionths of the
 * base unit.
 */
export async function loadEventDemand(
  db: Queryable,
  kitchen: string,
): Promise<(itemId: string, before: string) => number> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .leftJoin('reservations', 'reservations.lineId', 'orderLines.lineId')
    .select(['orderLines.itemId', 'deliveryDate', 'orderQtyMicro', 'approvedQtyMicro', 'unitNum', 'unitDen'])
    .select('reservations.qtyMicro as reservedMicro')
    .where('orders.kitchen', '=', kitchen)
    .where('orders.status', 'in', [...unshippedStatuses])
    .where('orders.occasion', 'is not', null)
    .execute();
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId);
  return (itemId, before) =>
    (byItem.get(itemId) ?? [])
      .filter(({ deliveryDate }) => deliveryDate < before)
      .reduce((sum, line) => {
        const neededMicro = toBaseMicro(line.approvedQtyMicro ?? line.orderQtyMicro, line);
        return sum + Math.max(0, neededMicro - Number(line.reservedMicro ?? 0));
      }, 0);
}

/** Only delivered orders show typical quantities; open ones may still change. */
const deliveredStatuses: readonly OrderStatus[] = ['Shipped', 'Received'];
const typicalDays = 60;

/**
 * Returns the average ordered quantity in base units by `branch item`, over the last ten delivered orders
 * with the item within two months. Items without such orders are omitted.
 */
export async function loadTypicalOrders(
  db: Queryable,
  { branches, itemIds }: { branches: readonly string[]; itemIds: readonly string[] },
  now: Date,
): Promise<Map<string, number>> {
  const averages = new Map<string, number>();
  if (branches.length === 0 || itemIds.length === 0) return averages;
  const since = new Date(now.getTime() - typicalDays * dayMs).toISOString();
  const rows = await db
    .with('recent', (cte) =>
      cte
        .selectFrom('orders')
        .select(['_id', 'branch', 'createdAt'])
        .select((eb) =>
          eb.fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('branch').orderBy('createdAt', 'desc').orderBy('_id', 'desc'))
            .as('nth'),
        )
        .where('branch', 'in', branches)
        .where('status', 'in', [...deliveredStatuses])
        .where('occasion', 'is', null)
        .where('createdAt', '>=', since),
    )
    .selectFrom('recent')
    .innerJoin('orderLines', 'orderLines.orderId', 'recent._id')
    .select(['recent.branch', 'itemId', 'orderQtyMicro', 'unitNum', 'unitDen'])
    .where('recent.nth', '<=', 2 * ordersInAverage)
    .where('itemId', 'in', itemIds)
    .where('orderQtyMicro', '>', 0)
    .orderBy('recent.nth')
    .execute();
  for (const [key, lines] of Map.groupBy(rows, ({ branch, itemId }) => `${branch} ${itemId}`)) {
    const latest = lines.slice(0, ordersInAverage);
    const sumMicro = latest.reduce((sum, line) => sum + BigInt(toBaseMicro(line.orderQtyMicro, line)), 0n);
    averages.set(key, Number(sumMicro / BigInt(latest.length)));
  }
  return averages;
}
