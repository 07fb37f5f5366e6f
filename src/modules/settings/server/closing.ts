import { sql } from 'kysely';
import type { BooksClosing, BooksReopened, ClosingCheck } from '../shapes.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import type { Db, Queryable, Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import { remedies } from '#modules/reconcile/server/remedies.ts';
import { reconcile, type Violation } from '#modules/reconcile/server/reconcile.ts';
import {
  countMovedAfter,
  findRecentViolations,
  getLastMoveSeq,
} from '#modules/reconcile/server/recent-moves.ts';
import { recalculateSales } from '#modules/sales/server/recalculate.ts';
import { getLatestCommonDay, blockPostings } from '#modules/stock/server/accounting-period.ts';

/** Maximum number of violations and document numbers in a message; `details` lists all. */
const maxNamed = 3;

/** Statuses of undecided stock counts. A decided count may still have differences to post. */
const undecidedCounts = ['Counting', 'Submitted', 'Recount'] as const;

/** Balances that may be checked while the ledger is locked. */
const maxUnderLock = 25;

/**
 * Checks whether the accounting period can be closed through `day`: the day has begun at every location,
 * stock counts started by then are decided, and the ledger is consistent. Reads the whole ledger while
 * postings continue.
 *
 * @returns the newest movement checked; `recheckClosing` checks later ones
 * @throws ApiProblem 422 on `booksClosedUntil`, with `details.counts`, and the findings of `reconcile` in
 * `details.violations`
 */
export async function checkClosing(
  { db, write }: { db: Queryable; write: Db['write'] },
  day: string,
  now: Date,
  onCheck: (done: number, total: number) => Promise<void> = yieldToEventLoop,
): Promise<number> {
  await checkDayToClose(db, day, now);
  // PostgreSQL assigns sequence numbers before the commit; once no posting is in progress, all later ones
  // have higher numbers.
  let lastCheckedMove = await write(async (tx) => {
    await blockPostings(tx);
    return getLastMoveSeq(tx);
  });
  assertNoViolations(await reconcile(db, onCheck));
  while ((await countMovedAfter(db, lastCheckedMove)) > maxUnderLock) {
    const lastChecked = lastCheckedMove;
    lastCheckedMove = await write(async (tx) => {
      await blockPostings(tx);
      return getLastMoveSeq(tx);
    });
    assertNoViolations(await findRecentViolations(db, lastChecked));
    await yieldToEventLoop();
  }
  return lastCheckedMove;
}

/**
 * Runs the fast checks: the day has begun at every location, and stock counts started by then are decided.
 *
 * @throws ApiProblem 422 like `checkClosing`
 */
export async function checkDayToClose(db: Queryable, day: string, now: Date): Promise<void> {
  const latest = await getLatestCommonDay(db, now);
  if (day > latest) throw createClosingProblem(refusal('days-in-future', { day: latest }), { latest });
  await checkUndecided(db, day);
}

/** Checks for documents and jobs that could still change stock on `day` or earlier. */
async function checkUndecided(db: Queryable, day: string): Promise<void> {
  await checkCounts(db, day);
  const pending = await db
    .selectFrom('jobs')
    .select('_id')
    .where('kind', '=', recalculateSales.kind)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .execute();
  if (pending.length > 0) throw createClosingProblem(refusal('books-sales-pending'), {});
}

/**
 * Checks the changes since `checkClosing`, within the transaction that has locked the ledger and closes the
 * period.
 *
 * @throws ApiProblem 422 like `checkClosing`
 */
export async function recheckClosing(tx: Tx, day: string, lastCheckedMove: number): Promise<void> {
  await checkUndecided(tx, day);
  assertNoViolations(await findRecentViolations(tx, lastCheckedMove));
}

function assertNoViolations(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const violationNames = summarizeList(
    violations.map(({ message }) => message),
    '; ',
  );
  const violationsWithRemedy = violations.map((violation) => ({
    ...violation,
    remedy: remedies[violation.invariant],
  }));
  throw createClosingProblem(refusal('books-inconsistent', { violations: violationNames }), {
    violations: violationsWithRemedy,
  });
}

/**
 * Checks that all stock counts started by a day, in the location's time zone, are decided. Starting a count
 * also locks the ledger, so the result holds under its lock.
 *
 * @throws ApiProblem 422 on `booksClosedUntil`, with the undecided counts in `details.counts`
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
    throw createClosingProblem(refusal('books-counts-open', { counts: summarizeList(counts, ', ') }), {
      counts,
    });
}

/** Joins the first `maxNamed` entries and the number of omitted ones. */
function summarizeList(entries: readonly string[], separator: string): string {
  const hiddenCount = entries.length - maxNamed;
  return [...entries.slice(0, maxNamed), ...(hiddenCount > 0 ? [`+${hiddenCount}`] : [])].join(separator);
}

function createClosingProblem(reason: Refusal, details: Record<string, unknown>) {
  return problem('VALIDATION', reason, { fields: { booksClosedUntil: reason }, details });
}

/** Settings row of the last closing. */
const closingKey = 'closing';

/** The stored closing. It includes the job and the user, in case the job is deleted. */
export interface StoredClosing extends BooksClosing {
  /** Null if the request itself closed the period. */
  jobId: string | null;
}

export async function loadClosing(db: Queryable): Promise<StoredClosing | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', closingKey)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredClosing) : null;
}

export const writeClosing = (tx: Tx, closing: StoredClosing): Promise<void> =>
  writeSetting(tx, closingKey, closing);

/** Settings row of the last reopening. */
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

/** Deletes the last closing; used when days are reopened, even while the closing is being checked. */
export async function deleteClosing(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', closingKey).execute();
}

/** Returns the last closing. It counts as failed if its job failed or was deleted. */
export async function presentClosing(db: Queryable): Promise<BooksClosing | null> {
  const storedClosing = await loadClosing(db);
  if (storedClosing === null) return null;
  const { jobId, ...closing } = storedClosing;
  if (closing.state !== 'checking') return closing;
  const job = await db
    .selectFrom('jobs')
    .select('state')
    .where('_id', '=', jobId ?? '')
    .executeTakeFirst();
  const isPending = job?.state === 'waiting' || job?.state === 'running';
  return isPending ? closing : { ...closing, state: 'failed' };
}

const ref = (name: string) => sql.ref(name);

/**
 * Counts the open documents of the whole business in the days through `until` (YYYY-MM-DD); zero counts are
 * omitted.
 */
export async function readClosingChecklist(db: Queryable, until: string): Promise<ClosingCheck[]> {
  const runCount = async (query: { executeTakeFirst(): Promise<{ count: unknown } | undefined> }) =>
    Number((await query.executeTakeFirst())?.count ?? 0);
  const counts = db
    .selectFrom('stockCounts')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(({ eb, or }) => or([eb('status', 'in', undecidedCounts), eb('toPost', '>', 0)]))
    .where('businessDay', '<=', until);
  const drafts = db
    .selectFrom('supplierInvoices')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'Draft')
    .where('date', '<=', until);
  const discrepancies = db
    .selectFrom('discrepancies')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'Open')
    .where('createdAt', '<', `${until}T24`);
  const notBilled = db
    .selectFrom('goodsReceiptLines as l')
    .innerJoin('goodsReceipts as r', 'r._id', 'l.receiptId')
    .select(sql<number>`count(distinct l.${ref('receiptId')})`.as('count'))
    .where('r.businessDay', '<=', until)
    .where('l.isReversed', '=', 0)
    .where(sql<boolean>`l.${ref('qtyMicro')} > l.${ref('billedQtyMicro')} + l.${ref('returnedQtyMicro')}`);
  const countsByConcern: [ClosingCheck['concern'], number][] = [
    ['counts', await runCount(counts)],
    ['draftInvoices', await runCount(drafts)],
    ['discrepancies', await runCount(discrepancies)],
    ['notBilled', await runCount(notBilled)],
  ];
  return countsByConcern
    .filter(([, count]) => count > 0)
    .map(([concern, count]) => ({ concern, count, isBlocking: concern === 'counts' }));
}
