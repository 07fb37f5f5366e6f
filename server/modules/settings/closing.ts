import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { Queryable } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import { lastBegunDay } from '../stock/closed-books.ts';

/** Sentences of what is wrong that fit under a field; the rest is in `details`. */
const mostSaid = 3;

/**
 * Whether the books may be closed until `day`: it has begun everywhere, and nothing in them contradicts itself. Reads
 * all of the books, so it is asked before the transaction.
 *
 * @throws ApiProblem 422 on `booksClosedUntil`; with everything that `reconcile` names in `details.violations`.
 */
export async function checkClosing(db: Queryable, day: string, now: Date): Promise<void> {
  const latest = await lastBegunDay(db, now);
  if (day > latest) throw stays(refusal('days-to-come', { day: latest }), { latest });
  const violations = await reconcile(db, yieldToEventLoop);
  if (violations.length === 0) return;
  const said = violations.slice(0, mostSaid).map(({ message }) => message);
  const more = violations.length - said.length;
  const named = [...said, ...(more > 0 ? [`+${more}`] : [])].join('; ');
  throw stays(refusal('books-contradict', { violations: named }), { violations });
}

function stays(why: Refusal, details: Record<string, unknown>) {
  return problem('VALIDATION', why, { fields: { booksClosedUntil: why }, details });
}
