import { nextDelivery } from '#core/cutoff.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { OrderRecord } from './queries/read.ts';

/** A branch's next delivery. */
export interface ComingDelivery {
  _id: string;
  name: string;
  deliveryDate: string;
  /** Latest time at which it can be ordered. */
  cutoffAt: string;
  /** Time zone of the cut-off. */
  timezone: string;
}

/** Returns the next delivery of every branch that has delivery days and is supplied by these kitchens. */
export function nextDeliveries(
  branches: readonly Branch[],
  isOwnKitchen: (kitchen: string) => boolean,
  now: Date,
): ComingDelivery[] {
  return branches.flatMap((branch) => {
    const { _id, name, timezone, isActive, supplyingKitchenId } = branch;
    if (!isActive || supplyingKitchenId === null || !isOwnKitchen(supplyingKitchenId)) return [];
    const next = nextDelivery(branch, now);
    return next ? [{ _id, name, timezone, ...next }] : [];
  });
}

type Ordered = Pick<OrderRecord, 'branch' | 'deliveryDate' | 'status' | 'occasion'>;

/** State of a branch's orders for its next delivery. */
export interface BranchDeliveryState<O extends Ordered = OrderRecord> extends ComingDelivery {
  state: 'ordered' | 'draft' | 'missing';
  /** Its orders for that day; drafts only if there are no others. */
  orders: O[];
}

const excludedStatuses: ReadonlySet<string> = new Set(['Rejected', 'Cancelled']);

/** Returns the state of each branch's next delivery, most urgent first. */
export function branchStates<O extends Ordered>(
  deliveries: readonly ComingDelivery[],
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
      const submitted = branchOrders.filter(({ status }) => status !== 'Draft');
      if (submitted.length > 0) return { ...delivery, state: 'ordered', orders: submitted };
      return { ...delivery, state: branchOrders.length > 0 ? 'draft' : 'missing', orders: branchOrders };
    })
    .toSorted((a, b) => a.cutoffAt.localeCompare(b.cutoffAt) || a.name.localeCompare(b.name));
}

/** Returns deliveries without a submitted order, nearest cut-off first. */
export function missingBranches(
  deliveries: readonly ComingDelivery[],
  orders: readonly Ordered[],
): ComingDelivery[] {
  return branchStates(deliveries, orders).filter(({ state }) => state !== 'ordered');
}
