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
  until: string | null;
  /** Whether it can still be ordered. */
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
 * Computes what branches are still expected to order from a kitchen, without counting anything twice. While a
 * delivery can be ordered, the branch's forecast is used for items that aren't on an order for the delivery's
 * days; an order replaces the forecast for its items, whether it is higher or lower.
 *
 * @param forecastOf returns the forecast by item for a delivery's days, in millionths of a base unit
 */
export function computeExpectedDemand<Delivery extends UpcomingDelivery>(
  deliveries: readonly Delivery[],
  orderedLines: readonly OrderedItemLine[],
  forecastOf: (delivery: Delivery) => Iterable<readonly [itemId: string, qtyMicro: number]>,
): ExpectedDemand[] {
  const byBranch = Map.groupBy(orderedLines, ({ branchId }) => branchId);
  const entries: ExpectedDemand[] = [];
  for (const delivery of deliveries) {
    if (!delivery.isOpen) continue;
    const { branchId, day, until } = delivery;
    const orderedKeys = new Set(
      (byBranch.get(branchId) ?? []).flatMap((line) =>
        line.day === day || (until !== null && line.day > day && line.day < until) ? line.itemId : [],
      ),
    );
    for (const [itemId, qtyMicro] of forecastOf(delivery))
      if (qtyMicro > 0 && !orderedKeys.has(itemId))
        entries.push({ day, itemId, qtyMicro, by: { kind: 'forecast', id: branchId } });
  }
  return entries;
}
