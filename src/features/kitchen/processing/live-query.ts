import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { throttleMs } from '#src/lib/cache/breaker.ts';

/** What stands beside orders: asked for when its screen opens; from then on by `useRefetchWithOrders`. */
export const refetchedWithOrders = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** A list of orders: asked for when its screen opens; from then on lib/cache/background.ts keeps it up to date. */
export const liveOrders = { refetchOnMount: 'always' } as const;

/** One order, likewise. */
export const liveOrder = { ...liveOrders, meta: { isLive: true } } as const;

/** The places whose stock can be shipped. */
export const kitchenPlaces = { placeType: 'central_kitchen,warehouse' } as const;

/**
 * What stands beside orders (stock, discrepancies) is asked for when they are, and never by itself: so it keeps their
 * rules, at most once per 5 s and not while saved orders are served, and a shortage is told from orders and stock of
 * the same time. What the server announces, and what a person asks for, comes at once all the same.
 *
 * @param ordersAt when the orders were read (epoch ms); 0: not yet
 */
export function useRefetchWithOrders(ordersAt: number, beside: readonly UseQueryResult[]): void {
  const follow = useEffectEvent(() => {
    for (const { dataUpdatedAt, isFetching, refetch } of beside)
      if (!isFetching && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt >= throttleMs) void refetch();
  });
  useEffect(() => {
    if (ordersAt > 0) follow();
  }, [ordersAt]);
}
