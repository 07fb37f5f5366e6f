import { findNextDelivery } from '#core/cutoff.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { OrderRecord } from './queries/read.ts';

/** A branch's next delivery. */
export interface UpcomingDelivery {
  _id: string;
  name: string;
  deliveryDate: string;
  /** Latest time at which the branch can order for it. */
  cutoffAt: string;
  /** Time zone of the cut-off. */
  timezone: string;
}

/** Returns the next delivery of every branch that has delivery days and is supplied by these kitchens. */
export function listNextDeliveries(
  branches: readonly Branch[],
  isOwnKitchen: (kitchen: string) => boolean,
  now: Date,
): UpcomingDelivery[] {
  return branches.flatMap((branch) => {
    const { _id, name, timezone, isActive, supplyingKitchenId } = branch;
    if (!isActive || supplyingKitchenId === null || !isOwnKitchen(supplyingKitchenId)) return [];
    const next = findNextDelivery(branch, now);
    return next ? [{ _id, name, timezone, ...next }] : [];
  });
}

type OrderFields = Pick<OrderRecord, 'branch' | 'deliveryDate' | 'status' | 'occasion'>;

/** State of a branch's orders for its next delivery. */
export interface BranchDeliveryState<O extends OrderFields = OrderRecord> extends UpcomingDelivery {
  state: 'ordered' | 'draft' | 'missing';
  /** The branch's orders for that day; drafts only if there are no others. */
  orders: O[];
}

const excludedStatuses: ReadonlySet<string> = new Set(['Rejected', 'Cancelled']);

/** Returns the state of each branch's next delivery, most urgent first. */
export function getDeliveryStates<O extends OrderFields>(
  deliveries: readonly UpcomingDelivery[],
  orders: readonly O[],
): BranchDeliveryState<O>[] {
  return deliveries
    .map((delivery): BranchDeliveryState<O> => {
      const branchOrders = orders.filter(
        ({ branch, deliveryDate, status, occasion }) =>
          branch === delivery._id &&
          deliveryDate === delivery.deliveryDate &&
          !excludedStatuses.has(status) &&
          // An order for an event doesn't replace the regular one.
          !occasion,
      );
      const submittedOrders = branchOrders.filter(({ status }) => status !== 'Draft');
      if (submittedOrders.length > 0) return { ...delivery, state: 'ordered', orders: submittedOrders };
      return { ...delivery, state: branchOrders.length > 0 ? 'draft' : 'missing', orders: branchOrders };
    })
    .toSorted((a, b) => a.cutoffAt.localeCompare(b.cutoffAt) || a.name.localeCompare(b.name));
}

/** Returns deliveries without a submitted order, nearest cut-off first. */
export function findMissingOrders(
  deliveries: readonly UpcomingDelivery[],
  orders: readonly OrderFields[],
): UpcomingDelivery[] {
  return getDeliveryStates(deliveries, orders).filter(({ state }) => state !== 'ordered');
}
