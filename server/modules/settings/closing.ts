import type { BooksClosing, BooksReopened } from '#contract/settings.ts';
import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import type { Db, Queryable, Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { remedies } from '../reconcile/remedies.ts';
import { reconcile, type Violation } from '../reconcile/reconcile.ts';
import { countMovedAfter, findRecentViolations, newestMove } from '../reconcile/recent-moves.ts';
import { recalculateSales } from '../sales/recalculate.ts';
import { latestCommonDay, blockPostings } from '../stock/accounting-period.ts';

/** Violations named in the message under a field, and numbers of documents; `details` has all of them. */
const maxNamed = 3;

/** Stock counts that are not decided yet. One that is decided may still have differences to post. */
export const undecidedCounts = ['Counting', 'Submitted', 'Recount'] as const;

/** Items at places that are checked while the books are locked and nobody can post. */
const maxUnderLock = 25;

/**
 * Checks whether the books may be closed until `day`: it has begun everywhere, every stock count that was begun by then is decided, and
 * nothing in the books contradicts itself. Reads all of the books while others post.
 *
 * @returns the newest move that was checked; `recheckClosing` checks those after it
 * @throws ApiProblem 422 on `booksClosedUntil`; with the counts in `details.counts`, and with everything that `reconcile`
 *   names in `details.violations`.
 */
export async function checkClosing(
  { db, write }: { db: Queryable; write: Db['write'] },
  day: string,
  now: Date,
  onCheck: (done: number, total: number) => Promise<void> = yieldToEventLoop,
): Promise<number> {
  await checkDayToClose(db, day, now);
  // Once no posting is under way, every later one has a higher number: PostgreSQL hands them out before the commit.
  let checked = await write(async (tx) => {
    await blockPostings(tx);
    return newestMove(tx);
  });
  assertNoViolations(await reconcile(db, onCheck));
  while ((await countMovedAfter(db, checked)) > maxUnderLock) {
    const from = checked;
    checked = await write(async (tx) => {
      await blockPostings(tx);
      return newestMove(tx);
    });
    assertNoViolations(await findRecentViolations(db, from));
    await yieldToEventLoop();
  }
  return checked;
}

/**
 * The checks that take no time: the day has begun everywhere, and every stock count that was begun by then is decided.
 *
 * @throws ApiProblem 422 as `checkClosing`
 */
export async function checkDayToClose(db: Queryable, day: string, now: Date): Promise<void> {
  const latest = await latestCommonDay(db, now);
  if (day > latest) throw closingProblem(refusal('days-to-come', { day: latest }), { latest });
  await checkUndecided(db, day);
}

/** Checks for documents and background work that would still change the stock of days until `day`. */
async function checkUndecided(db: Queryable, day: string): Promise<void> {
  await checkCounts(db, day);
  const pending = await db
    .selectFrom('jobs')
    .select('_id')
    .where('kind', '=', recalculateSales.kind)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .execute();
  if (pending.length > 0) throw closingProblem(refusal('books-sales-pending'), {});
}

/**
 * Checks what has changed since `checkClosing`, in the transaction that closes the books and has locked them.
 *
 * @throws ApiProblem 422 as `checkClosing`
 */
export async function recheckClosing(tx: Tx, day: string, checked: number): Promise<void> {
  await checkUndecided(tx, day);
  assertNoViolations(await findRecentViolations(tx, checked));
}

function assertNoViolations(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const named = listed(
    violations.map(({ message }) => message),
    '; ',
  );
  const explained = violations.map((one) => ({ ...one, remedy: remedies[one.invariant] }));
  throw closingProblem(refusal('books-contradict', { violations: named }), { violations: explained });
}

/**
 * Checks that every stock count that was begun by a day, by the clock of its place, is decided. Once the books are locked the
 * answer holds: a count that begins locks them, too.
 *
 * @throws ApiProblem 422 on `booksClosedUntil`, with the numbers of those that are not in `details.counts`.
 */
async function checkCounts(db: Queryable, day: string): Promise<void> {
  const rows = await db
    .selectFrom('stockCounts')
    .select('number')
    .where(({ eb, or }) => or([eb('status', 'in', undecidedCounts), eb('toPost', '>', 0)]))
    .where('businessDay', '<=', day)
    .orderBy('number')
    .execute();
  const counts = rows.map(({ number }) => number);
  if (counts.length > 0)
    throw closingProblem(refusal('books-counts-open', { counts: listed(counts, ', ') }), { counts });
}

/** The first of several, and the number of the others. */
function listed(all: readonly string[], between: string): string {
  const more = all.length - maxNamed;
  return [...all.slice(0, maxNamed), ...(more > 0 ? [`+${more}`] : [])].join(between);
}

function closingProblem(why: Refusal, details: Record<string, unknown>) {
  return problem('VALIDATION', why, { fields: { booksClosedUntil: why }, details });
}

/** The last closing of the books is one row of the settings. */
const closingKey = 'closing';

/** The last closing as it is stored: its job and who closes are known even when the job is gone. */
export interface StoredClosing extends BooksClosing {
  /** Null where the books were closed by the call itself. */
  jobId: string | null;
}

export async function readClosing(db: Queryable): Promise<StoredClosing | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', closingKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredClosing) : null;
}

export const writeClosing = (tx: Tx, closing: StoredClosing): Promise<void> =>
  writeSetting(tx, closingKey, closing);

/** The last reopening is another row. */
const reopenedKey = 'booksReopened';

export const writeReopened = (tx: Tx, reopened: BooksReopened): Promise<void> =>
  writeSetting(tx, reopenedKey, reopened);

export async function readReopened(db: Queryable): Promise<BooksReopened | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', reopenedKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as BooksReopened) : null;
}

async function writeSetting(tx: Tx, key: string, value: object): Promise<void> {
  const row = { key, value: JSON.stringify(value) };
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .execute();
}

/** Forgets the last closing, as days are opened again, and gives it up where it is still being checked. */
export async function deleteClosing(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', closingKey).execute();
}

/**
 * The last closing for people. One whose job was removed or has failed ends as failed: nobody would finish it.
 */
export async function presentClosing(db: Queryable): Promise<BooksClosing | null> {
  const stored = await readClosing(db);
  if (stored === null) return null;
  const { jobId, ...closing } = stored;
  if (closing.state !== 'checking') return closing;
  const job = await db
    .selectFrom('jobs')
    .select('state')
    .where('_id', '=', jobId ?? '')
    .executeTakeFirst();
  const isUnderWay = job?.state === 'waiting' || job?.state === 'running';
  return isUnderWay ? closing : { ...closing, state: 'failed' };
}
