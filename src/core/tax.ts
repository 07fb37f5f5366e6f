import { addDays } from './day.ts';

/** A tax rate in percent, starting on a day (YYYY-MM-DD); null if it has always been valid. */
export interface DatedRate {
  from: string | null;
  rate: number;
}

/** A tax with its latest rate, valid from `validFrom` (null if always), and its earlier rates. */
export interface RatedTax {
  rate: number;
  validFrom: string | null;
  rates: readonly DatedRate[];
}

/** Sorts before every date. */
const beforeAllDays = '';

const byDay = (a: DatedRate, b: DatedRate) =>
  (a.from ?? beforeAllDays) < (b.from ?? beforeAllDays) ? -1 : 1;

/** A rate with its last day (YYYY-MM-DD) of validity; null if no other rate follows. */
export interface RatePeriod extends DatedRate {
  until: string | null;
}

/** Returns all rates of a tax, oldest first. */
export function listRatePeriods({ rate, validFrom, rates }: RatedTax): RatePeriod[] {
  const all = [...rates, { from: validFrom, rate }].toSorted(byDay);
  return all.map((dated, index) => ({ ...dated, until: dayBefore(all[index + 1]?.from ?? null) }));
}

/** Returns the rate valid on a day (YYYY-MM-DD); null before the first one. */
export function getTaxRate(tax: RatedTax, day: string): number | null {
  return listRatePeriods(tax).findLast(({ from }) => from === null || from <= day)?.rate ?? null;
}

/**
 * Returns the earlier rates after a change. A rate with a later start day is a new rate, so the previous one
 * is kept; a rate with the same or an earlier start day corrects the latest one, so nothing is kept.
 */
export function earlierRates(before: RatedTax, after: RatedTax): DatedRate[] {
  const isNew =
    after.rate !== before.rate &&
    after.validFrom !== null &&
    (before.validFrom === null || after.validFrom > before.validFrom);
  const isStored = after.rates.some(({ from }) => from === before.validFrom);
  const addedRates = isNew && !isStored ? [{ from: before.validFrom, rate: before.rate }] : [];
  return [...after.rates, ...addedRates].toSorted(byDay);
}

function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1);
}
