import type { QueryClient } from '@tanstack/react-query';
import { type OrderCollection, parseOrderQueryKey } from './order-keys.ts';

/**
 * From when the lists of orders are that stay as they are while these breakers are open (epoch ms): the oldest on
 * screen, else the newest there is. Null where no breaker is open, or no list is there to be old.
 */
export function savedOrdersAt(queryClient: QueryClient, open: ReadonlySet<OrderCollection>): number | null {
  const lists = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey, state }) => {
      const orders = parseOrderQueryKey(queryKey);
      return orders !== null && orders.isList && open.has(orders.collection) && state.data !== undefined;
    },
  });
  const shown = lists.filter((query) => query.isActive()).map((query) => query.state.dataUpdatedAt);
  if (shown.length > 0) return Math.min(...shown);
  return lists.length > 0 ? Math.max(...lists.map((query) => query.state.dataUpdatedAt)) : null;
}
