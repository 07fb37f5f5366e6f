import { findDaysWithChangedRate, type CurrencyRate } from '#core/currency.ts';
import { listRatePeriods, type RatedTax } from '#core/tax.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import { lockPeriodForPosting } from '#modules/stock/server/accounting-period.ts';

interface Rates {
  before: readonly CurrencyRate[];
  after: readonly CurrencyRate[];
}

/**
 * Rejects changed exchange rates in closed periods, because recipe costs and reports for those periods may
 * have been submitted. Documents and stock keep their booked rate in any case.
 *
 * @param isUsed returns whether the currency is in use
 * @throws ApiProblem 422 BOOKS_CLOSED
 */
export async function assertPastRatesUnchanged(
  tx: Tx,
  { before, after }: Rates,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const closedUntil = await lockPeriodForPosting(tx);
  const changedPeriod = closedUntil === null ? null : findDaysWithChangedRate(before, after, closedUntil);
  if (closedUntil === null || !changedPeriod || !(await isUsed())) return;
  const reason = refusal('rate-closed', { until: closedUntil, day: changedPeriod.from });
  throw problem('BOOKS_CLOSED', reason, {
    fields: { rates: reason },
    details: { closedUntil, day: changedPeriod.from },
  });
}

/** A valid date that sorts before all others. */
const firstDay = '0000-01-01';

const listDatedRates = (tax: RatedTax): CurrencyRate[] =>
  listRatePeriods(tax).map(({ from, rate }) => ({ date: from ?? firstDay, rate }));

interface Taxes {
  before: RatedTax;
  after: RatedTax;
}

/**
 * Rejects changed tax rates in closed periods, because recipe margins on those days depend on them.
 *
 * @throws ApiProblem 422 BOOKS_CLOSED
 */
export async function assertPastTaxRatesUnchanged(
  tx: Tx,
  { before, after }: Taxes,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  const [ratesBefore, ratesAfter] = [listDatedRates(before), listDatedRates(after)];
  if (JSON.stringify(ratesBefore) === JSON.stringify(ratesAfter)) return;
  const closedUntil = await lockPeriodForPosting(tx);
  if (
    closedUntil === null ||
    !findDaysWithChangedRate(ratesBefore, ratesAfter, closedUntil) ||
    !(await isUsed())
  )
    return;
  const reason = refusal('tax-closed', { until: closedUntil });
  const isChanged = (field: keyof RatedTax) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const changedFields = (['rate', 'validFrom', 'rates'] as const).filter(isChanged);
  throw problem('BOOKS_CLOSED', reason, {
    fields: Object.fromEntries(changedFields.map((field) => [field, reason])),
    details: { closedUntil },
  });
}
