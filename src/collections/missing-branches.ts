import { nextDelivery } from '#domain/planning/cutoff.ts';
import type { Branch } from './branches.ts';
import type { OrderRow } from './read-order.ts';

/** A branch from which no order has come for its next delivery. */
export interface MissingBranch {
  _id: string;
  name: string;
  deliveryDate: string;
  /** Until when it can still order. */
  cutoffAt: string;
}

/** The next delivery of every branch that these kitchens supply and that has delivery days. */
export function nextDeliveries(
  branches: readonly Branch[],
  isOwnKitchen: (kitchen: string) => boolean,
  now: Date,
): MissingBranch[] {
  return branches.flatMap(({ _id, name, isActive, supplyingKitchenId, deliveryDays, timezone }) => {
    if (!isActive || supplyingKitchenId === null || !isOwnKitchen(supplyingKitchenId)) return [];
    const next = nextDelivery(deliveryDays, timezone, now);
    return next ? [{ _id, name, ...next }] : [];
  });
}

const notMeant: ReadonlySet<string> = new Set(['Rejected', 'Cancelled']);

/** Those of the deliveries for which no order is there; who must hurry most stands first. */
export function missingBranches(
  deliveries: readonly MissingBranch[],
  orders: readonly Pick<OrderRow, 'branch' | 'deliveryDate' | 'status'>[],
): MissingBranch[] {
  const ordered = new Set(
    orders
      .filter((order) => !notMeant.has(order.status))
      .map((order) => `${order.branch} ${order.deliveryDate}`),
  );
  return deliveries
    .filter(({ _id, deliveryDate }) => !ordered.has(`${_id} ${deliveryDate}`))
    .toSorted((a, b) => a.cutoffAt.localeCompare(b.cutoffAt) || a.name.localeCompare(b.name));
}
