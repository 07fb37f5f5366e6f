import { type RawBuilder, sql } from 'kysely';
import { toSafeNumber } from '#domain/quantity.ts';

const billion = 1_000_000_000n;

/** An integer in two halves, billions and the rest, which are handed over exactly however large it is. */
export const splitHighLow = (value: RawBuilder<unknown>) => ({
  high: sql<number | null>`${value} / 1000000000`,
  low: sql<number | null>`${value} % 1000000000`,
});

/**
 * A sum of integers in two halves, `<name>High` (billions) and `<name>Low`, each of which stays within exact numbers on
 * either engine however large the rows are. `exactSum` puts them together.
 */
export function sumHighLow(value: RawBuilder<unknown>) {
  const { high, low } = splitHighLow(value);
  return { high: sql<number | null>`sum(${high})`, low: sql<number | null>`sum(${low})` };
}

/** The sum of both halves, however large; 0 for no rows. */
export const combineHighLow = (high: unknown, low: unknown): bigint =>
  BigInt((high ?? 0) as number) * billion + BigInt((low ?? 0) as number);

/** The sum of both halves, 0 for no rows; null where it is beyond exact numbers. */
export function exactSum(high: number | null | undefined, low: number | null | undefined): number | null {
  const sum = Number(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
  return Number.isSafeInteger(sum) ? sum : null;
}

/** Up to so many billions, and whatever the rest is, a sum of both halves that is exact is worked out exactly by plain numbers. */
const plainBillions = 9_000_000;

/** The same for figures that are nothing without one of their sums. @throws QuantityError OUT_OF_RANGE. */
export function requireExactSum(high: number | null | undefined, low: number | null | undefined): number {
  // PostgreSQL hands over text. Many sums are put together here: those of usual size are spared large integers.
  const [billions, rest] = [Number(high ?? 0), Number(low ?? 0)];
  const sum = billions * 1_000_000_000 + rest;
  if (Math.abs(billions) <= plainBillions && Number.isSafeInteger(rest) && Number.isSafeInteger(sum))
    return sum;
  return toSafeNumber(BigInt(high ?? 0) * billion + BigInt(low ?? 0));
}
