import { toSafeNumber } from './quantity.ts';
import { exact, parseExactDecimal, roundExact, multiplyExact } from './exact.ts';
import { addDays } from './day.ts';

/** An exchange rate: from `date` (YYYY-MM-DD) on, one unit of the currency equals `rate` in the base currency. */
export interface CurrencyRate {
  date: string;
  rate: number;
}

/** Returns the rate valid on a day (YYYY-MM-DD); null before the first one. */
export function getCurrencyRate(rates: readonly CurrencyRate[], day: string): CurrencyRate | null {
  return rates.reduce<CurrencyRate | null>(
    (best, rate) => (rate.date !== '' && rate.date <= day && rate.date > (best?.date ?? '') ? rate : best),
    null,
  );
}

/**
 * Returns the days, up to `until`, on which changed rates replace an existing rate; null if there are none.
 * Days without a previous rate are ignored, because nothing was converted.
 */
export function findDaysWithChangedRate(
  before: readonly CurrencyRate[],
  after: readonly CurrencyRate[],
  until: string,
): { from: string; to: string } | null {
  const startDays = [...new Set([...before, ...after].map(({ date }) => date))]
    .filter((date) => date !== '' && date <= until)
    .toSorted();
  const changedRanges = startDays.flatMap((from, index) => {
    const rateBefore = getCurrencyRate(before, from);
    const next = startDays[index + 1];
    const isChanged = rateBefore !== null && rateBefore.rate !== getCurrencyRate(after, from)?.rate;
    return isChanged ? [{ from, to: next === undefined ? until : addDays(next, -1) }] : [];
  });
  const [first, last] = [changedRanges[0], changedRanges.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

/** Converts an amount (ten-thousandths) at a rate, rounded half-even. @throws QuantityError OUT_OF_RANGE */
export const convertAtRate = (amountE4: number, rate: string): number =>
  toSafeNumber(roundExact(multiplyExact(exact(BigInt(amountE4), 1n), parseExactDecimal(Number(rate)))));
