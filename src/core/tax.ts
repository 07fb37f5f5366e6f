import { addDays } from './day.ts';

/** A tax rate in percent from a day (YYYY-MM-DD) on; null for always. */
export interface DatedRate {
  from: string | null;
  rate: number;
}

/** A tax with its latest rate, valid from `validFrom` (null for always), and its earlier ones. */
export interface RatedTax {
  rate: number;
  validFrom: string | null;
  rates: readonly DatedRate[];
}

/** Sorts before every date. */
const beforeAllDays = '';

const byDay = (a: DatedRate, b: DatedRate) =>
  (a.from ?? beforeAllDays) < (b.from ?? beforeAllDays) ? -1 : 1;

/** A rate with its last day (YYYY-MM-DD) of validity; null if no other follows. */
export interface RatePeriod extends DatedRate {
  until: string | null;
}

/** Returns all rates of a tax, oldest first. */
export function ratePeriods({ rate, validFrom, rates }: RatedTax): RatePeriod[] {
  const all = [...rates, { from: validFrom, rate }].toSorted(byDay);
  return all.map((dated, index) => ({ ...dated, until: dayBefore(all[index + 1]?.from ?? null) }));
}

/** Returns the rate valid on a day (YYYY-MM-DD); null before the first one. */
export function taxRateOn(tax: RatedTax, day: string): number | null {
  return ratePeriods(tax).findLast(({ from }) => from === null || from <= day)?.rate ?? null;
}

/**
 * Returns the earlier rates after a change. A rate from a later day is new and keeps the previous one; the
 * same or an earlier day corrects the entry and keeps nothing.
 */
export function earlierRates(before: RatedTax, after: RatedTax): DatedRate[] {
  const isNew =
    after.rate !== before.rate &&
    after.validFrom !== null &&
    (before.validFrom === null || after.validFrom > before.validFrom);
  const isStored = after.rates.some(({ from }) => from === before.validFrom);
  const added = isNew && !isStored ? [{ from: before.validFrom, rate: before.rate }] : [];
  return [...after.rates, ...added].toSorted(byDay);
}

function dayBefore(day: string | null): string | null {
  return day === null ? null : addDays(day, -1);
}
