import type { DemandEntry } from './plan.ts';

/** Demand of a plan: orders only, or also expected orders. */
export const planDemands = ['orders', 'expected'] as const;

/** An upcoming delivery of a branch. */
export interface UpcomingDelivery {
  branchId: string;
  day: string;
  /** Day of the following delivery; null if unknown, and then the delivery covers its own day only. */
  until: string | null;
  /** It can still be ordered. */
  isOpen: boolean;
}

/** An item on an order of a branch. Orders sent to the kitchen count, unless they were cancelled. */
export interface OrderedItemLine {
  branchId: string;
  day: string;
  itemId: string;
}

/** Demand expected beyond the planned orders, by day. */
export interface ExpectedDemand extends DemandEntry {
  day: string;
}

/**
 * Computes what branches will still order from a kitchen, without counting anything twice. For items not on
 * an order within the days of a delivery, the branch's forecast counts while the delivery can be ordered; an
 * order replaces the forecast of its items, whether it is higher or lower.
 *
 * @param forecastOf forecast by item for the days of a delivery, in millionths of a base unit
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
