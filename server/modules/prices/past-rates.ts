import { changedRates, type CurrencyRate } from '#domain/currency.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import type { Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { holdBooks } from '../stock/closed-books.ts';

interface Rates {
  before: readonly CurrencyRate[];
  after: readonly CurrencyRate[];
}

/**
 * 422 for another rate on days whose books are closed: what recipes cost then, and every figure made of it, was handed in. Papers and
 * stock are booked at the rate of their day and stay either way. `isUsed` says whether anything is in the currency.
 */
export async function refusePastRates(
  tx: Tx,
  { before, after }: Rates,
  isUsed: () => Promise<boolean>,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const closedUntil = await holdBooks(tx);
  const changed = closedUntil === null ? null : changedRates(before, after, closedUntil);
  if (closedUntil === null || !changed || !(await isUsed())) return;
  const why = refusal('rate-closed', { until: closedUntil, day: changed.from });
  throw problem('BOOKS_CLOSED', why, { fields: { rates: why }, details: { closedUntil, day: changed.from } });
}
