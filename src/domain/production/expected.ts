import type { DemandEntry } from './plan.ts';

/** What a plan makes for: what is ordered alone, or also what branches are expected to order yet. */
export const planDemands = ['orders', 'expected'] as const;

/** A delivery of a branch that comes. */
export interface UpcomingDelivery {
  branchId: string;
  day: string;
  /** The day of the next one; null where none is known, and then the delivery is for its own day alone. */
  until: string | null;
  /** It can still be ordered for. */
  isOpen: boolean;
}

/** That an order of a branch names an item. Orders count that were sent to the kitchen, whatever came of them but that they were called off. */
export interface OrderedItemLine {
  branchId: string;
  day: string;
  itemId: string;
}

/** What is expected beyond the orders that a plan counts, and on which day. */
export interface ExpectedDemand extends DemandEntry {
  day: string;
}

/**
 * What branches will still ask a kitchen for, nothing of it twice. An order that was sent is in the plan as ordered. For what no order
 * of a branch names within the days of a delivery, the branch's forecast for these days stands, as long as the delivery can be
 * ordered for: an order that comes takes its place for the items that it names, whether it asks for more or for less.
 *
 * @param forecastOf what the days of a delivery want of items, in millionths of a base unit
 */
export function computeExpectedDemand<Delivery extends UpcomingDelivery>(
  deliveries: readonly Delivery[],
  asked: readonly OrderedItemLine[],
  forecastOf: (delivery: Delivery) => Iterable<readonly [itemId: string, qtyMicro: number]>,
): ExpectedDemand[] {
  const byBranch = Map.groupBy(asked, ({ branchId }) => branchId);
  const wants: ExpectedDemand[] = [];
  for (const delivery of deliveries) {
    if (!delivery.isOpen) continue;
    const { branchId, day, until } = delivery;
    const named = new Set(
      (byBranch.get(branchId) ?? []).flatMap((line) =>
        line.day === day || (until !== null && line.day > day && line.day < until) ? line.itemId : [],
      ),
    );
    for (const [itemId, qtyMicro] of forecastOf(delivery))
      if (qtyMicro > 0 && !named.has(itemId))
        wants.push({ day, itemId, qtyMicro, by: { kind: 'forecast', id: branchId } });
  }
  return wants;
}
