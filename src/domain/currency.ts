import { toSafeNumber } from './quantity.ts';
import { exact, exactDecimal, roundExact, times } from './recipes/exact.ts';
import { addDays } from './planning/cutoff.ts';

/** From a day (YYYY-MM-DD) on, one of a currency is this much of the base currency. */
export interface CurrencyRate {
  date: string;
  rate: number;
}

/** The rate that holds on a day (YYYY-MM-DD): that of the last day not after it; null before the first one. */
export function currencyRateOn(rates: readonly CurrencyRate[], day: string): CurrencyRate | null {
  return rates.reduce<CurrencyRate | null>(
    (best, rate) => (rate.date !== '' && rate.date <= day && rate.date > (best?.date ?? '') ? rate : best),
    null,
  );
}

/**
 * From which day to which, `until` at most, a currency would have another rate than it had; null for none. Days of which no rate was known
 * are left out: nothing was told by one.
 */
export function daysWithChangedRate(
  before: readonly CurrencyRate[],
  after: readonly CurrencyRate[],
  until: string,
): { from: string; to: string } | null {
  const begins = [...new Set([...before, ...after].map(({ date }) => date))]
    .filter((date) => date !== '' && date <= until)
    .toSorted();
  const changed = begins.flatMap((from, at) => {
    const was = currencyRateOn(before, from);
    const next = begins[at + 1];
    const isOther = was !== null && was.rate !== currencyRateOn(after, from)?.rate;
    return isOther ? [{ from, to: next === undefined ? until : addDays(next, -1) }] : [];
  });
  const [first, last] = [changed[0], changed.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

/** An amount (ten-thousandths) in another money, rounded half to even. @throws QuantityError OUT_OF_RANGE */
export const convertAtRate = (amountE4: number, rate: string): number =>
  toSafeNumber(roundExact(times(exact(BigInt(amountE4), 1n), exactDecimal(Number(rate)))));
