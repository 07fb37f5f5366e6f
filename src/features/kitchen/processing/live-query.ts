import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { throttleMs } from '#src/lib/cache/breaker.ts';

/** Queries beside orders (stock, lots): fetched when their screen opens; from then on by `useRefetchWithOrders`. */
export const refetchedWithOrders = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** A list of orders: fetched when its screen opens; from then on lib/cache/background.ts keeps it up to date. */
export const liveOrders = { refetchOnMount: 'always' } as const;

/** One order: fetched and kept up to date as a list of orders is. */
export const liveOrder = { ...liveOrders, meta: { isLive: true } } as const;

/** The places whose stock can be shipped. */
export const kitchenPlaces = { placeType: 'central_kitchen,warehouse' } as const;

/**
 * Fetches the queries beside orders (stock, discrepancies) whenever orders are fetched, and never on their own: so they
 * keep the rules of orders, at most once per 5 s and not while saved orders are served, and a shortage is worked out
 * from orders and stock of the same time. What the server announces, and what a person asks for, comes at once.
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
