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
  if (day > latest)
    throw refusal(
      `Days that are still to come cannot be closed: ${latest} is the last that has begun everywhere.`,
      { latest },
    );
  const violations = await reconcile(db, yieldToEventLoop);
  if (violations.length === 0) return;
  const said = violations.slice(0, mostSaid).map(({ message }) => message);
  const more = violations.length - said.length;
  throw refusal(
    `The books contradict themselves, and are closed once that is put right: ${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
    { violations },
  );
}

function refusal(sentence: string, details: Record<string, unknown>) {
  return problem('VALIDATION', sentence, { fields: { booksClosedUntil: sentence }, details });
}
