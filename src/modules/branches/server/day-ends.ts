import { sql } from 'kysely';
import { getBusinessDay, type DayEnd, type LocalDays } from '#core/business-day.ts';
import { addDays } from '#core/day.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { loadPeriodEnd, tryBlockPostings } from '#modules/stock/server/accounting-period.ts';

/**
 * Asserts that changing the time at which business days end doesn't affect recorded or closed days. The
 * change may take effect on the current business day, or on an earlier day if nothing has been recorded since
 * then.
 *
 * @throws ApiProblem 422 on `dayEnds`
 */
export async function assertDayEndsChangeable(tx: Tx, before: WireRow, after: WireRow): Promise<void> {
  const first = findFirstChangedDay(before['dayEnds'] as DayEnd[], after['dayEnds'] as DayEnd[]);
  if (first === null) return;
  const closedUntil = await loadPeriodEnd(tx);
  if (closedUntil !== null && first <= closedUntil)
    throw invalid({
      dayEnds: refusal('day-end-closed', { until: closedUntil, day: addDays(closedUntil, 1) }),
    });
  const [today, newToday] = [before, after].map((row) =>
    getBusinessDay(String(after['updatedAt']), row as unknown as LocalDays),
  ) as [string, string];
  if (first > today || (first === today && newToday === today)) return;
  // While a posting is in progress, something is about to be recorded.
  const isBlocking = await tryBlockPostings(tx);
  if (!(await hasRecordsSince(tx, after._id, first))) {
    if (isBlocking) return;
    throw invalid({ dayEnds: refusal('day-end-postings') });
  }
  const day = first === today ? addDays(today, 1) : today;
  throw invalid({ dayEnds: refusal('day-end-past', { day }) });
}

/** Returns the first business day whose end differs, '' for all days; null if none does. */
function findFirstChangedDay(before: readonly DayEnd[], after: readonly DayEnd[]): string | null {
  const toKey = ({ from, at }: DayEnd) => `${from ?? ''} ${at}`;
  const [previous, current] = [before, after].map((ends) => new Set(ends.map(toKey))) as [
    Set<string>,
    Set<string>,
  ];
  const [first] = [...previous.symmetricDifference(current)].toSorted();
  return first === undefined ? null : first.slice(0, first.indexOf(' '));
}

const recordedDays: readonly (readonly [table: keyof Database, place: string, day: string])[] = [
  ['stockDaily', 'placeId', 'businessDay'],
  ['supplierInvoices', 'place', 'postedDay'],
  ['saleDays', 'branchId', 'day'],
  ['wastage', 'branch', 'businessDay'],
  ['stockCounts', 'branch', 'businessDay'],
  ['safetyChecks', 'branch', 'businessDay'],
];

async function hasRecordsSince(tx: Tx, branch: string, day: string): Promise<boolean> {
  const places = [branch, transitLocation(branch), holdLocation(branch)];
  for (const [table, place, dayColumn] of recordedDays) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)}
      where ${sql.ref(place)} in (${sql.join(places)}) and ${sql.ref(dayColumn)} >= ${day} limit 1`.execute(
      tx,
    );
    if (rows.length > 0) return true;
  }
  return false;
}
