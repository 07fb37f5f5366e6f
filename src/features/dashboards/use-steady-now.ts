import { useNow } from '#src/lib/use-now.ts';

const stepMs = 300_000;

/** The present to the last full five minutes: what is asked for "since 24 h ago" then keeps its address for a while. */
export function useSteadyNow(): number {
  return Math.floor(useNow(60_000) / stepMs) * stepMs;
}
