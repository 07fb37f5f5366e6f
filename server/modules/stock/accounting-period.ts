import { refusal } from '#domain/refusals/refusal.ts';
import { sql } from 'kysely';
import { localDate } from '#domain/planning/cutoff.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';

/** Where the settings of the whole business are kept. */
export const businessSettingsKey = 'business';

/** Any name that nothing else of ours locks. */
const periodLock = sql`hashtext('commissary closed books')`;

/** The last day (YYYY-MM-DD) whose books are closed; null while all are open. */
export async function loadPeriodEnd(db: Queryable): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', businessSettingsKey)
    .executeTakeFirst();
  const { booksClosedUntil: day = null } = JSON.parse(row?.value ?? '{}') as {
    booksClosedUntil?: string | null;
  };
  return day;
}

/**
 * The same for a posting, and it stays so until its transaction ends: whoever closes the books waits for postings that
 * are under way. Asked before any balance is locked, so that nobody waits in a circle.
 */
export async function lockPeriodForPosting(tx: Tx): Promise<string | null> {
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock_shared(${periodLock})`.execute(tx);
  return loadPeriodEnd(tx);
}

/** Waits for every posting that is under way, and lets no other begin before the transaction ends. */
export async function blockPostings(tx: Tx): Promise<void> {
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${periodLock})`.execute(tx);
}

/**
 * The same for who can come again: answers whether nothing is being posted. Others neither wait for what is under way nor for the
 * caller, longer than its transaction takes.
 */
export async function tryBlockPostings(tx: Tx): Promise<boolean> {
  if (tx.dialect === 'sqlite') return true;
  const { rows } = await sql<{
    isFree: boolean;
  }>`select pg_try_advisory_xact_lock(${periodLock}) as ${sql.ref('isFree')}`.execute(tx);
  return rows[0]?.isFree === true;
}

/** The latest day (YYYY-MM-DD) that has begun at every place at an instant: where clocks differ, the day of the last of them. */
export async function loadLatestCommonDay(db: Queryable): Promise<(at: Date) => string> {
  const rows = await db
    .selectFrom('branches')
    .select('timezone')
    .distinct()
    .where('isActive', '=', 1)
    .execute();
  return (at) =>
    rows.map(({ timezone }) => localDate(at, timezone)).toSorted()[0] ?? at.toISOString().slice(0, 10);
}

/** The same for one instant. */
export const latestCommonDay = async (db: Queryable, now: Date): Promise<string> =>
  (await loadLatestCommonDay(db))(now);

/** The field of a document that says when it takes effect, by what the ledger calls the document. */
const effectiveDateField: Readonly<Record<string, string>> = {
  order: 'status',
  transfer: 'status',
  stock_count: 'status',
  production_batch: 'status',
  supplier_invoice: 'status',
  goods_receipt: 'receivedAt',
  discrepancy: 'action',
  wastage: 'dateTime',
  import: 'place',
};

/** 422 for what would take effect on a day whose books are closed. */
export function periodClosedProblem(docType: string, day: string, closedUntil: string, placeName: string) {
  const why = refusal('books-closed', { until: closedUntil, day, place: placeName });
  return problem('BOOKS_CLOSED', why, {
    fields: { [effectiveDateField[docType] ?? 'effectiveAt']: why },
    details: { closedUntil, day, placeName },
  });
}
