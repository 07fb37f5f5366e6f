/** A rate of a tax in per cent, from a day (YYYY-MM-DD) on; null is from the beginning. */
export interface DatedRate {
  from: string | null;
  rate: number;
}

/** A tax with its latest rate, valid from `validFrom` on (null: from the beginning), and those before it. */
export interface RatedTax {
  rate: number;
  validFrom: string | null;
  rates: readonly DatedRate[];
}

/** The day before everything: sorts in front of every date. */
const beginning = '';

const byDay = (a: DatedRate, b: DatedRate) => ((a.from ?? beginning) < (b.from ?? beginning) ? -1 : 1);

/** A rate and the last day (YYYY-MM-DD) on which it holds; null while nothing follows it. */
export interface RatePeriod extends DatedRate {
  until: string | null;
}

/** All rates of a tax, the oldest first. */
export function ratePeriods({ rate, validFrom, rates }: RatedTax): RatePeriod[] {
  const all = [...rates, { from: validFrom, rate }].toSorted(byDay);
  return all.map((one, at) => ({ ...one, until: dayBefore(all[at + 1]?.from ?? null) }));
}

/** The rate that holds on a day (YYYY-MM-DD); null before the first one. */
export function taxRateOn(tax: RatedTax, day: string): number | null {
  return ratePeriods(tax).findLast(({ from }) => from === null || from <= day)?.rate ?? null;
}

/**
 * The earlier rates of a tax after a change: another rate from a later day on is a new rate, and the one before it is
 * kept. Another rate from the same or an earlier day corrects what was entered, and nothing is kept.
 */
export function earlierRates(before: RatedTax, after: RatedTax): DatedRate[] {
  const isNew =
    after.rate !== before.rate &&
    after.validFrom !== null &&
    (before.validFrom === null || after.validFrom > before.validFrom);
  const isKept = after.rates.some(({ from }) => from === before.validFrom);
  const added = isNew && !isKept ? [{ from: before.validFrom, rate: before.rate }] : [];
  return [...after.rates, ...added].toSorted(byDay);
}

function dayBefore(day: string | null): string | null {
  return day === null ? null : new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
