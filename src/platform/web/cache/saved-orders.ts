import type { QueryClient } from '@tanstack/react-query';
import { type OrderCollection, parseOrderQueryKey } from './order-keys.ts';

/**
 * Returns the time (epoch ms) of the order lists that aren't updated because these breakers are open: the
 * oldest one on screen, or else the newest one cached. Null if no breaker is open or no list is cached.
 */
export function getSavedOrdersTime(
  queryClient: QueryClient,
  open: ReadonlySet<OrderCollection>,
): number | null {
  const lists = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, state }) => {
      const orders = parseOrderQueryKey(queryKey);
      return orders !== null && orders.isList && open.has(orders.collection) && state.data !== undefined;
    },
  });
  const visibleTimes = lists.filter((query) => query.isActive()).map((query) => query.state.dataUpdatedAt);
  if (visibleTimes.length > 0) return Math.min(...visibleTimes);
  return lists.length > 0 ? Math.max(...lists.map((query) => query.state.dataUpdatedAt)) : null;
}
