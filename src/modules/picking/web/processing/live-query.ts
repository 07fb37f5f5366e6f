import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { throttleMs } from '#platform/web/cache/breaker.ts';

/**
 * Query options for data that accompanies orders (stock, lots): fetched on mount, then by
 * `useRefetchWithOrders`.
 */
export const refetchedWithOrders = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Query options for order lists: fetched on mount, then updated by the cache's background refresh. */
export const liveOrders = { refetchOnMount: 'always' } as const;

/** Query options for a single order, which is kept current like an order list. */
export const liveOrder = { ...liveOrders, meta: { isLive: true } } as const;

/** Location types whose stock can be shipped. */
export const kitchenPlaces = { placeType: 'central_kitchen,warehouse' } as const;

/**
 * Refetches accompanying queries (stock, discrepancies) only when orders are refetched. They thus share the
 * orders' 5 s throttle and circuit breaker, and shortages are computed from orders and stock loaded at the
 * same time.
 *
 * @param ordersAt when orders were loaded (epoch ms); 0 before the first load
 */
export function useRefetchWithOrders(ordersAt: number, queries: readonly UseQueryResult[]): void {
  const refetchOutdated = useEffectEvent(() => {
    for (const { dataUpdatedAt, isFetching, refetch } of queries)
      if (!isFetching && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt >= throttleMs) void refetch();
  });
  useEffect(() => {
    if (ordersAt > 0) refetchOutdated();
  }, [ordersAt]);
}
