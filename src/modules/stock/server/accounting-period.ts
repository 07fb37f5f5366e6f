import { getBusinessDay } from '#core/business-day.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import { toUtcDay } from '#core/day.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';

/** Key of the business-wide row in `settings`. */
export const businessSettingsKey = 'business';

/** Advisory lock key; no other lock of the application uses it. */
const periodLock = sql`hashtext('commissary closed books')`;

/** Returns the last day (YYYY-MM-DD) of the closed accounting period; null while every period is open. */
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
 * Returns the end of the closed period and keeps it from changing until the transaction ends: closing a
 * period waits for postings in progress. Call it before any balance is locked, to avoid deadlocks.
 */
export async function lockPeriodForPosting(tx: Tx): Promise<string | null> {
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock_shared(${periodLock})`.execute(tx);
  return loadPeriodEnd(tx);
}

/** Waits for postings in progress and blocks new ones until the transaction ends. */
export async function blockPostings(tx: Tx): Promise<void> {
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${periodLock})`.execute(tx);
}

/** Like `blockPostings`, but returns false instead of waiting when a posting is in progress. */
export async function tryBlockPostings(tx: Tx): Promise<boolean> {
  if (tx.dialect === 'sqlite') return true;
  const { rows } = await sql<{
    isFree: boolean;
  }>`select pg_try_advisory_xact_lock(${periodLock}) as ${sql.ref('isFree')}`.execute(tx);
  return rows[0]?.isFree === true;
}

/**
 * Returns a function that computes the latest day (YYYY-MM-DD) that has begun at every active location at an
 * instant.
 */
export async function loadLatestCommonDay(db: Queryable): Promise<(at: Date) => string> {
  const rows = await db
    .selectFrom('branches')
    .select(['timezone', 'dayEnds'])
    .distinct()
    .where('isActive', '=', 1)
    .execute();
  return (at) => rows.map((row) => getBusinessDay(at, row)).toSorted()[0] ?? toUtcDay(at);
}

/** Returns the latest day (YYYY-MM-DD) that has begun at every active location. */
export const getLatestCommonDay = async (db: Queryable, now: Date): Promise<string> =>
  (await loadLatestCommonDay(db))(now);

/** The document field that holds the effective date, by ledger document type. */
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

/** Returns the 422 problem for a posting that would take effect on a day of a closed period. */
export function periodClosedProblem(docType: string, day: string, closedUntil: string, placeName: string) {
  const error = refusal('books-closed', { until: closedUntil, day, place: placeName });
  return problem('BOOKS_CLOSED', error, {
    fields: { [effectiveDateField[docType] ?? 'effectiveAt']: error },
    details: { closedUntil, day, placeName },
  });
}
