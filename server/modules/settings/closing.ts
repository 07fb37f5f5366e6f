import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { Queryable } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import { lastBegunDay } from '../stock/closed-books.ts';

/** Sentences of what is wrong that fit under a field, and numbers of documents; the rest is in `details`. */
const mostSaid = 3;

/** A stock count that is begun and not decided yet; of one that is decided, differences may still be on their way into the books. */
const undecided = ['Counting', 'Submitted', 'Recount'] as const;

/**
 * Whether the books may be closed until `day`: it has begun everywhere, no stock count that was begun by then is still
 * undecided, and nothing in them contradicts itself. Reads all of the books, so it is asked before the transaction, which
 * asks for counts once more (`checkCounts`).
 *
 * @throws ApiProblem 422 on `booksClosedUntil`; with the counts in `details.counts`, and with everything that `reconcile`
 *   names in `details.violations`.
 */
export async function checkClosing(db: Queryable, day: string, now: Date): Promise<void> {
  const latest = await lastBegunDay(db, now);
  if (day > latest) throw stays(refusal('days-to-come', { day: latest }), { latest });
  await checkCounts(db, day);
  const violations = await reconcile(db, yieldToEventLoop);
  if (violations.length === 0) return;
  const named = listed(
    violations.map(({ message }) => message),
    '; ',
  );
  throw stays(refusal('books-contradict', { violations: named }), { violations });
}

/**
 * Whether every stock count that was begun by a day, by the clock of its place, is decided. Once the books are locked the
 * answer stays: a count that begins holds them.
 *
 * @throws ApiProblem 422 on `booksClosedUntil`, with the numbers of those that are not in `details.counts`.
 */
export async function checkCounts(db: Queryable, day: string): Promise<void> {
  const rows = await db
    .selectFrom('stockCounts')
    .select('number')
    .where(({ eb, or }) => or([eb('status', 'in', undecided), eb('toPost', '>', 0)]))
    .where('businessDay', '<=', day)
    .orderBy('number')
    .execute();
  const counts = rows.map(({ number }) => number);
  if (counts.length > 0)
    throw stays(refusal('books-counts-open', { counts: listed(counts, ', ') }), { counts });
}

/** The first of several, and how many more there are. */
function listed(all: readonly string[], between: string): string {
  const more = all.length - mostSaid;
  return [...all.slice(0, mostSaid), ...(more > 0 ? [`+${more}`] : [])].join(between);
}

function stays(why: Refusal, details: Record<string, unknown>) {
  return problem('VALIDATION', why, { fields: { booksClosedUntil: why }, details });
}
