import { createStore } from '../store.ts';
import type { OrderCollection } from './order-keys.ts';

/** SPEC section 9: order fetches at most one per 5 s (of whatever collection), and 10 per collection without a reset. */
export const throttleMs = 5000;
export const maxFetches = 10;

/** The collections whose breaker is open: their orders are served from the cache alone. */
export const breakerStore = createStore<ReadonlySet<OrderCollection>>(new Set());

/** Background fetches of lists since the last reset, by collection. */
const counts = new Map<OrderCollection, number>();
/** When the last of them went out, whichever collection it was of (epoch ms). */
let lastAt = Number.NEGATIVE_INFINITY;

/**
 * Asks for one background fetch of a list of the collection. A fetch that passes is counted.
 *
 * @returns milliseconds to wait before asking again; 0: it may go now; null: the breaker is open
 */
export function requestFetch(collection: OrderCollection, nowMs: number): number | null {
  const count = counts.get(collection) ?? 0;
  if (count >= maxFetches) {
    const open = breakerStore.get();
    if (!open.has(collection)) breakerStore.set(new Set([...open, collection]));
    return null;
  }
  const sinceMs = nowMs - lastAt;
  // After the clock was set back the elapsed time is unknown, and nobody waits.
  if (sinceMs >= 0 && sinceMs < throttleMs) return throttleMs - sinceMs;
  counts.set(collection, count + 1);
  lastAt = nowMs;
  return 0;
}

/** Closes every breaker, and resets counts and throttle: somebody wants orders now. */
export function resetBreaker(): void {
  counts.clear();
  lastAt = Number.NEGATIVE_INFINITY;
  if (breakerStore.get().size > 0) breakerStore.set(new Set());
}

/** The server has announced a change of the collection: the count starts again, the 5 s go on. */
export function resetFetchCount(collection: OrderCollection): void {
  counts.delete(collection);
  const open = breakerStore.get();
  if (open.has(collection)) breakerStore.set(new Set([...open].filter((name) => name !== collection)));
}
