import { divideHalfEven } from './quantity.ts';

/**
 * Returns `part / whole` rounded to 0.01%, with more digits for smaller shares so that only exact zero is 0
 * and only an exact whole is 1. Returns null if the whole is 0.
 */
export function share(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  const rounded = Number(divideHalfEven(part * 10_000n, whole)) / 10_000;
  if (rounded === 1 && part < whole) return 0.9999;
  return rounded === 0 ? Number(divideHalfEven(part * 10n ** 10n, whole)) / 1e10 : rounded;
}

/** Returns a quotient with two decimals, such as turnover or days of cover; null if the divisor is 0. */
export function computeQuotient(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideHalfEven(part * 100n, whole)) / 100;
}
