import { useNow } from '#platform/web/use-now.ts';

const stepMs = 300_000;

/**
 * Returns the current time rounded down to five minutes, so that relative filters produce stable query keys.
 */
export function useRoundedNow(): number {
  return Math.floor(useNow(60_000) / stepMs) * stepMs;
}
