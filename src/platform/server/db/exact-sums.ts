import { type RawBuilder, sql } from 'kysely';
import { toSafeNumber } from '#core/quantity.ts';

const billion = 1_000_000_000n;

/**
 * Splits an integer into billions (`high`) and the remainder (`low`), which both engines return exactly,
 * however large the integer is.
 */
export const splitHighLow = (value: RawBuilder<unknown>) => ({
  high: sql<number | null>`${value} / 1000000000`,
  low: sql<number | null>`${value} % 1000000000`,
});

/**
 * Sums integers as billions (`high`) and remainders (`low`), so that both sums stay safe integers on either
 * engine. `exactSum` combines them.
 */
export function sumHighLow(value: RawBuilder<unknown>) {
  const { high, low } = splitHighLow(value);
  return { high: sql<number | null>`sum(${high})`, low: sql<number | null>`sum(${low})` };
}

/** Combines high and low parts into one sum of any size; 0 if there are no rows. */
export const combineHighLow = (high: unknown, low: unknown): bigint =>
  BigInt((high ?? 0) as number) * billion + BigInt((low ?? 0) as number);

/** Combines high and low parts; 0 if there are no rows, null beyond safe integers. */
export function exactSum(high: number | null | undefined, low: number | null | undefined): number | null {
  const sum = Number(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
  return Number.isSafeInteger(sum) ? sum : null;
}

/** Number arithmetic is exact up to this many billions. */
const maxPlainBillions = 9_000_000;

/**
 * Like `exactSum`, but throws if the sum isn't a safe integer.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function requireExactSum(high: number | null | undefined, low: number | null | undefined): number {
  // PostgreSQL returns strings. Many sums are combined here, so those of ordinary size avoid BigInt.
  const [billions, remainder] = [Number(high ?? 0), Number(low ?? 0)];
  const sum = billions * 1_000_000_000 + remainder;
  if (Math.abs(billions) <= maxPlainBillions && Number.isSafeInteger(remainder) && Number.isSafeInteger(sum))
    return sum;
  return toSafeNumber(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
}
