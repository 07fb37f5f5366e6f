import { daysWithChangedRate, type CurrencyRate } from '#domain/currency.ts';
import { ratePeriods, type RatedTax } from '#domain/tax.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import type { Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { lockPeriodForPosting } from '../stock/accounting-period.ts';

interface Rates {
  before: readonly CurrencyRate[];
  after: readonly CurrencyRate[];
}

/**
 * 422 for another rate on days whose books are closed: what recipes cost then, and every figure made of it, was handed in. Papers and
 * stock are booked at the rate of their day and stay either way. `isUsed` says whether anything is in the currency.
 */
export async function assertPastRatesUnchanged(
  tx: Tx,
  { before, after }: Rates,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const closedUntil = await lockPeriodForPosting(tx);
  const changed = closedUntil === null ? null : daysWithChangedRate(before, after, closedUntil);
  if (closedUntil === null || !changed || !(await isUsed())) return;
  const why = refusal('rate-closed', { until: closedUntil, day: changed.from });
  throw problem('BOOKS_CLOSED', why, { fields: { rates: why }, details: { closedUntil, day: changed.from } });
}

/** Sorts before every day, and is one. */
const beginning = '0000-01-01';

const datedRates = (tax: RatedTax): CurrencyRate[] =>
  ratePeriods(tax).map(({ from, rate }) => ({ date: from ?? beginning, rate }));

interface Taxes {
  before: RatedTax;
  after: RatedTax;
}

/** The same for the rates of a tax: what recipes brought on those days is told by them. */
export async function assertPastTaxRatesUnchanged(
  tx: Tx,
  { before, after }: Taxes,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  const [was, is] = [datedRates(before), datedRates(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const closedUntil = await lockPeriodForPosting(tx);
  if (closedUntil === null || !daysWithChangedRate(was, is, closedUntil) || !(await isUsed())) return;
  const why = refusal('tax-closed', { until: closedUntil });
  const isOther = (field: keyof RatedTax) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const changed = (['rate', 'validFrom', 'rates'] as const).filter(isOther);
  throw problem('BOOKS_CLOSED', why, {
    fields: Object.fromEntries(changed.map((field) => [field, why])),
    details: { closedUntil },
  });
}
