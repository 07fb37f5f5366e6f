import { createStore } from '../store.ts';
import type { OrderCollection } from './order-keys.ts';

/** SPEC section 9: order fetches at most one per 5 s, and 10 without a reset. */
export const throttleMs = 5000;
export const fetchesAtMost = 10;

/** The collections whose breaker is open: their orders are served from the cache alone. */
export const breakerStore = createStore<ReadonlySet<OrderCollection>>(new Set());

/** Background fetches since the last reset, and when the last of them was (epoch ms). */
const passed = new Map<OrderCollection, { count: number; lastAt: number }>();

/**
 * Asks for one background fetch of a list of the collection. A fetch that passes is counted.
 *
 * @returns milliseconds to wait before asking again; 0: it may go now; null: the breaker is open
 */
export function askToFetch(collection: OrderCollection, nowMs: number): number | null {
  const { count, lastAt } = passed.get(collection) ?? { count: 0, lastAt: Number.NEGATIVE_INFINITY };
  if (count >= fetchesAtMost) {
    const open = breakerStore.get();
    if (!open.has(collection)) breakerStore.set(new Set([...open, collection]));
    return null;
  }
  const sinceMs = nowMs - lastAt;
  // A clock that was set back says nothing about the time passed.
  if (sinceMs >= 0 && sinceMs < throttleMs) return throttleMs - sinceMs;
  passed.set(collection, { count: count + 1, lastAt: nowMs });
  return 0;
}

/** Closes every breaker and forgets what was counted: somebody wants orders now. */
export function resetBreaker(): void {
  passed.clear();
  if (breakerStore.get().size > 0) breakerStore.set(new Set());
}

/** The server has announced a change of the collection: counting starts anew, the 5 s go on. */
export function resetCount(collection: OrderCollection): void {
  const before = passed.get(collection);
  if (before) passed.set(collection, { ...before, count: 0 });
  const open = breakerStore.get();
  if (open.has(collection)) breakerStore.set(new Set([...open].filter((name) => name !== collection)));
}
