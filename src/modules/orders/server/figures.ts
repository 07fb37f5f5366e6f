import type { OrderFigures } from '../shapes.ts';
import { getLineRatio } from '../lines.ts';
import { getLastDayBeforeNextDelivery } from '#modules/demand/upcoming-deliveries.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio } from '#core/quantity.ts';
import { transitLocation } from '#modules/stock/ledger-locations.ts';
import type { Actor } from '#core/permissions.ts';
import { getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadDeliveryCalendar } from './calendar.ts';
import { loadBranchDemand } from './demand.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';
import { isOrderVisibleTo } from './scope.ts';
import { getParForWeekday } from './suggestions.ts';

/**
 * Loads the figures for reviewing and shipping an order, in line units: branch stock, incoming, par and
 * typical orders (excluding this order); the kitchen's available stock, including this order's reservation;
 * and the branch's other orders for the day. The caller checks access to the order.
 */
export async function loadOrderFigures(
  db: Queryable,
  { header, lines }: LoadedOrder,
  actor: Actor,
): Promise<OrderFigures> {
  const { _id, branch, kitchen, deliveryDate } = header;
  const itemIds = [...new Set(lines.map((line) => line.itemId))];
  const balances = await loadBalances(db, [branch, transitLocation(branch), kitchen], itemIds);
  const levels = await loadLevels(db, branch, itemIds);
  const orderedThrough = getLastDayBeforeNextDelivery(await loadDeliveryCalendar(db, header), deliveryDate);
  const demand = await loadBranchDemand(db, branch, { throughDay: orderedThrough, excludedOrderId: _id });
  const weekday = getWeekday(deliveryDate);
  const hidden = await loadHiddenStock(db, actor);
  const getBalance = (placeId: string, itemId: string) => balances.get(`${placeId} ${itemId}`);
  const reserved = Map.groupBy(await loadReserved(db, _id), (row) => row.itemId);

  return {
    negativeStock: await loadNegativeStockRule(db, kitchen),
    sameDay: await loadSameDayOrders(db, actor, { _id, branch, deliveryDate }),
    lines: lines.map((line) => {
      const { itemId } = line;
      const toLineUnit = createLineUnitConverter(line);
      const level = levels.get(itemId);
      const parMicro = level ? getParForWeekday(weekday, level) : null;
      const { orderedMicro = 0, recentQuantities = [] } = demand.get(itemId) ?? {};
      const [last] = recentQuantities;
      const kitchenStock = getBalance(kitchen, itemId);
      const ownMicro = (reserved.get(itemId) ?? []).reduce((sum, row) => sum + row.qtyMicro, 0);
      return {
        lineId: line.lineId,
        onHand: hidden.has(branch, itemId) ? null : toLineUnit(getBalance(branch, itemId)?.onHandMicro ?? 0),
        inTransit: toLineUnit(getBalance(transitLocation(branch), itemId)?.onHandMicro ?? 0),
        alreadyOrdered: toLineUnit(orderedMicro),
        par: toLineUnit(parMicro),
        lastOrderQty: last === undefined ? null : toLineUnit(last),
        averageQty:
          last === undefined
            ? null
            : toLineUnit(
                Math.round(
                  recentQuantities.reduce((sum, qtyMicro) => sum + qtyMicro, 0) / recentQuantities.length,
                ),
              ),
        kitchenAvailable: hidden.has(kitchen, itemId)
          ? null
          : toLineUnit((kitchenStock?.onHandMicro ?? 0) - (kitchenStock?.reservedMicro ?? 0) + ownMicro),
      };
    }),
  };
}

/**
 * Converts base units to the line's unit; returns null for unknown values and for values too large for exact
 * numbers.
 */
function createLineUnitConverter(line: StoredOrderLine): (baseMicro: number | null) => number | null {
  const ratio = invertRatio(getLineRatio(line));
  return (baseMicro) => {
    if (baseMicro === null) return null;
    const sizeMicro = toExactOrNull(() => convertMicro(Math.abs(baseMicro), ratio));
    return sizeMicro === null ? null : fromMicro(Math.sign(baseMicro) * sizeMicro);
  };
}

async function loadBalances(db: Queryable, places: readonly string[], itemIds: readonly string[]) {
  const rows = await db
    .selectFrom('balances')
    .select(['placeId', 'itemId', 'onHandMicro', 'reservedMicro'])
    .where('placeId', 'in', places)
    .where('itemId', 'in', itemIds.length > 0 ? itemIds : [''])
    .execute();
  return new Map(rows.map((row) => [`${row.placeId} ${row.itemId}`, row]));
}

async function loadLevels(db: Queryable, branch: string, itemIds: readonly string[]) {
  const rows = await db
    .selectFrom('itemLevels')
    .select(['itemId', 'parMicro', 'weekdayPar'])
    .where('branchId', '=', branch)
    .where('isActive', '=', 1)
    .where('itemId', 'in', itemIds.length > 0 ? itemIds : [''])
    .execute();
  return new Map(rows.map((row) => [row.itemId, row]));
}

function loadReserved(db: Queryable, orderId: string) {
  return db
    .selectFrom('reservations')
    .select(['itemId', 'qtyMicro'])
    .where('orderId', '=', orderId)
    .execute();
}

/** A location without an opening count allows negative stock. */
async function loadNegativeStockRule(db: Queryable, kitchen: string): Promise<'block' | 'warn'> {
  const rule = await db
    .selectFrom('branches')
    .select(['negativeStock', 'countedAt'])
    .where('_id', '=', kitchen)
    .executeTakeFirst();
  return rule?.negativeStock === 'block' && rule.countedAt !== null ? 'block' : 'warn';
}

function loadSameDayOrders(
  db: Queryable,
  actor: Actor,
  order: { _id: string; branch: string; deliveryDate: string },
) {
  return db
    .selectFrom('orders')
    .select(['_id', 'orderNo', 'status'])
    .where(isOrderVisibleTo(actor))
    .where('branch', '=', order.branch)
    .where('deliveryDate', '=', order.deliveryDate)
    .where('_id', '!=', order._id)
    .where('status', 'not in', ['Rejected', 'Cancelled'])
    .orderBy('createdAt')
    .limit(20)
    .execute();
}
