import { type RawBuilder, sql } from 'kysely';
import { toSafeNumber } from '#core/quantity.ts';

const billion = 1_000_000_000n;

/**
 * Splits an integer into billions (`high`) and the remainder (`low`), which both engines return exactly for
 * integers of any size.
 */
export const splitHighLow = (value: RawBuilder<unknown>) => ({
  high: sql<number | null>`${value} / 1000000000`,
  low: sql<number | null>`${value} % 1000000000`,
});

/**
 * Sums integers as `<name>High` (billions) and `<name>Low`, each of which stays a safe integer on both
 * engines. `exactSum` combines them.
 */
export function sumHighLow(value: RawBuilder<unknown>) {
  const { high, low } = splitHighLow(value);
  return { high: sql<number | null>`sum(${high})`, low: sql<number | null>`sum(${low})` };
}

/** Combines high and low into one sum of any size; 0 for no rows. */
export const combineHighLow = (high: unknown, low: unknown): bigint =>
  BigInt((high ?? 0) as number) * billion + BigInt((low ?? 0) as number);

/** Combines high and low, 0 for no rows; null beyond safe integers. */
export function exactSum(high: number | null | undefined, low: number | null | undefined): number | null {
  const sum = Number(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
  return Number.isSafeInteger(sum) ? sum : null;
}

/** Up to this many billions plain number arithmetic is exact. */
const maxPlainBillions = 9_000_000;

/**
 * Combines high and low for figures that need every sum.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function requireExactSum(high: number | null | undefined, low: number | null | undefined): number {
  // PostgreSQL returns text. Sums of usual size avoid BigInt because many are combined here.
  const [billions, remainder] = [Number(high ?? 0), Number(low ?? 0)];
  const sum = billions * 1_000_000_000 + remainder;
  if (Math.abs(billions) <= maxPlainBillions && Number.isSafeInteger(remainder) && Number.isSafeInteger(sum))
    return sum;
  return toSafeNumber(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
}
