import { divideHalfEven } from '../quantity.ts';

/**
 * What part of a whole something is, to the hundredth of a percent; by more digits where it would be nothing by these and is not. What lacks
 * less than a hundredth of all of it lacks a hundredth: one line short of many thousands is not all of them. Null of nothing.
 */
export function share(part: bigint, whole: bigint): number | null {
  if (whole <= 0n) return null;
  const told = Number(divideHalfEven(part * 10_000n, whole)) / 10_000;
  if (told === 1 && part < whole) return 0.9999;
  return told === 0 ? Number(divideHalfEven(part * 10n ** 10n, whole)) / 1e10 : told;
}

/** One figure by another with two decimals, such as turns or days; null by nothing. */
export function ratio(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideHalfEven(part * 100n, whole)) / 100;
}
