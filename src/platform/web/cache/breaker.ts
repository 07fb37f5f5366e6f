import { createStore } from '#platform/web/store.ts';
import type { OrderCollection } from './order-keys.ts';

/**
 * SPEC section 9: at most one order fetch per 5 s over all collections, and 10 per collection without a
 * reset.
 */
export const throttleMs = 5000;
export const maxFetches = 10;

/** Collections whose breaker is open: their orders are served from the cache only. */
export const breakerStore = createStore<ReadonlySet<OrderCollection>>(new Set());

/** Background fetches of lists since the last reset, by collection. */
const counts = new Map<OrderCollection, number>();
/** Instant of the last background fetch of any collection (epoch ms). */
let lastAt = Number.NEGATIVE_INFINITY;

/**
 * Requests permission for a background fetch of a list in the collection. A permitted fetch is counted.
 *
 * @returns milliseconds to wait before the next request; 0: fetch now; null: the breaker is open
 */
export function requestFetch(collection: OrderCollection, nowMs: number): number | null {
  const count = counts.get(collection) ?? 0;
  if (count >= maxFetches) {
    const open = breakerStore.get();
    if (!open.has(collection)) breakerStore.set(new Set([...open, collection]));
    return null;
  }
  const sinceMs = nowMs - lastAt;
  // After the clock was set back the elapsed time is unknown, so there is no wait.
  if (sinceMs >= 0 && sinceMs < throttleMs) return throttleMs - sinceMs;
  counts.set(collection, count + 1);
  lastAt = nowMs;
  return 0;
}

/** Closes every breaker and resets counts and throttle, on an explicit request for orders. */
export function resetBreaker(): void {
  counts.clear();
  lastAt = Number.NEGATIVE_INFINITY;
  if (breakerStore.get().size > 0) breakerStore.set(new Set());
}

/**
 * Resets the fetch count after the server announced a change to the collection; the 5 s throttle still
 * applies.
 */
export function resetFetchCount(collection: OrderCollection): void {
  counts.delete(collection);
  const open = breakerStore.get();
  if (open.has(collection)) breakerStore.set(new Set([...open].filter((name) => name !== collection)));
}
