import { useQuery } from '@tanstack/react-query';
import { ordersQuery } from '#src/collections/orders.ts';
import { openStatuses, statusFilter } from './order-stages.ts';

/** More than any branch has under way at once. */
const atMost = 200;

/** The orders of a branch that are not finished, the next delivery first. */
export function useBranchOrders(branch: string) {
  return useQuery(
    ordersQuery({ status: statusFilter(openStatuses), branch, sort: 'deliveryDate', limit: atMost }),
  );
}

export type BranchOrders = ReturnType<typeof useBranchOrders>;
