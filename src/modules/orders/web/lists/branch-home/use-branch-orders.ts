import { useQuery } from '@tanstack/react-query';
import { ordersQuery, otherOrdersQuery } from '../../queries/queries.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { openOrderStatuses, joinStatuses } from '../orders-list/order-stages.ts';

/** More than the number of open orders at any branch. */
const maxOrders = 200;

/** Loads the branch's open orders, next delivery first. */
export function useBranchOrders(branch: string) {
  return useQuery(
    ordersQuery({ status: joinStatuses(openOrderStatuses), branch, sort: 'deliveryDate', limit: maxOrders }),
  );
}

/**
 * Returns the branch's open orders, including those in statuses unknown to this dashboard, which also count
 * as orders for their delivery days.
 */
export function useAllOpenOrders(branch: string): OrderRecord[] {
  const openOrders = useBranchOrders(branch).data?.rows ?? [];
  const otherOrders = useQuery(otherOrdersQuery({ branch })).data?.rows ?? [];
  return [...openOrders, ...otherOrders];
}

export type BranchOrders = ReturnType<typeof useBranchOrders>;
