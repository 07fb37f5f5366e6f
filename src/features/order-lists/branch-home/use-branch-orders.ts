import { useQuery } from '@tanstack/react-query';
import { ordersQuery, otherOrdersQuery } from '#src/collections/orders/queries.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { openOrderStatuses, statusFilter } from '../orders-list/order-stages.ts';

/** More than any branch has under way at once. */
const maxOrders = 200;

/** The orders of a branch that are not finished, the next delivery first. */
export function useBranchOrders(branch: string) {
  return useQuery(
    ordersQuery({ status: statusFilter(openOrderStatuses), branch, sort: 'deliveryDate', limit: maxOrders }),
  );
}

/** The same, and those in a status that only their server knows: for their days something is ordered, too. */
export function useOrderedDays(branch: string): OrderRow[] {
  const open = useBranchOrders(branch).data?.rows ?? [];
  const others = useQuery(otherOrdersQuery({ branch })).data?.rows ?? [];
  return [...open, ...others];
}

export type BranchOrders = ReturnType<typeof useBranchOrders>;
