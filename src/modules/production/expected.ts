import type { DemandEntry } from './plan.ts';

/**
 * Demand used for a plan: orders only; orders and expected orders; or, for a prep list, also the location's
 * own sales forecast and par levels.
 */
export const planDemands = ['orders', 'expected', 'prep'] as const;

/** A branch's upcoming delivery. */
export interface UpcomingDelivery {
  branchId: string;
  day: string;
  /** Day of the following delivery; if it is unknown (null), the delivery covers only its own day. */
  nextDay: string | null;
  /** Whether orders for the delivery are still possible. */
  isOpen: boolean;
}

/** An item on a branch's order. Orders sent to the kitchen are included unless they were cancelled. */
export interface OrderedItemLine {
  branchId: string;
  day: string;
  itemId: string;
}

/** Expected demand in addition to the planned orders, by day. */
export interface ExpectedDemand extends DemandEntry {
  day: string;
}

/**
 * Computes the quantities that branches are still expected to order from a kitchen. While orders for a
 * delivery are possible, the branch's forecast is used for items that aren't on an order for the delivery's
 * days. An order replaces the forecast for its items, whether it is higher or lower.
 *
 * @param getForecast returns the forecast by item for a delivery's days, in millionths of a base unit
 */
export function computeExpectedDemand<Delivery extends UpcomingDelivery>(
  deliveries: readonly Delivery[],
  orderedLines: readonly OrderedItemLine[],
  getForecast: (delivery: Delivery) => Iterable<readonly [itemId: string, qtyMicro: number]>,
): ExpectedDemand[] {
  const byBranch = Map.groupBy(orderedLines, ({ branchId }) => branchId);
  const entries: ExpectedDemand[] = [];
  for (const delivery of deliveries) {
    if (!delivery.isOpen) continue;
    const { branchId, day, nextDay } = delivery;
    const orderedItems = new Set(
      (byBranch.get(branchId) ?? []).flatMap((line) =>
        line.day === day || (nextDay !== null && line.day > day && line.day < nextDay) ? line.itemId : [],
      ),
    );
    for (const [itemId, qtyMicro] of getForecast(delivery))
      if (qtyMicro > 0 && !orderedItems.has(itemId))
        entries.push({ day, itemId, qtyMicro, source: { kind: 'forecast', id: branchId } });
  }
  return entries;
}
