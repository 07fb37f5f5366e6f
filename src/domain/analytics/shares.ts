import { divideHalfEven } from '../quantity.ts';

/** A part of a whole, from 0 to 1 with four decimals; null of nothing. */
export function share(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideHalfEven(part * 10_000n, whole)) / 10_000;
}

/** One figure by another with two decimals, such as turns or days; null by nothing. */
export function ratio(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number(divideHalfEven(part * 100n, whole)) / 100;
}
