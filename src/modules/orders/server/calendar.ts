import type { LocalDays } from '#core/business-day.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { computeCutoff, type DeliveryCalendar, type DeliveryDay } from '#core/cutoff.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Database columns that define a calendar. */
interface CalendarRow {
  deliveryDays: string;
  timezone: string;
  dayEnds: string;
  closedDays: string;
  /** Null if no kitchen supplies the branch. */
  kitchenClosedDays: string | null;
}

/** A delivery calendar with the branch's business days. */
export type BranchCalendar = DeliveryCalendar & LocalDays;

/** Parses a branch's calendar from its columns and its kitchen's. */
export function parseCalendar(row: CalendarRow): BranchCalendar {
  return {
    deliveryDays: JSON.parse(row.deliveryDays) as DeliveryDay[],
    timezone: row.timezone,
    dayEnds: row.dayEnds,
    closedDays: JSON.parse(row.closedDays) as ClosedDays[],
    kitchenClosedDays: JSON.parse(row.kitchenClosedDays ?? '[]') as ClosedDays[],
  };
}

/** Loads the current delivery calendar of a branch and kitchen. */
export async function loadDeliveryCalendar(
  db: Queryable,
  { branch, kitchen }: { branch: string; kitchen: string },
): Promise<BranchCalendar> {
  const [row] = await selectCalendarRow(db, branch, kitchen);
  if (!row) throw new Error(`There is no branch ${branch}`);
  return parseCalendar(row);
}

/**
 * Returns the cut-off of an order by the current calendar. Null for events, and if the delivery date isn't a
 * delivery day.
 */
export async function loadCutoff(
  db: Queryable,
  order: { branch: string; kitchen: string; deliveryDate: string; occasion: string | null },
): Promise<string | null> {
  if (order.occasion !== null) return null;
  return computeCutoff(await loadDeliveryCalendar(db, order), order.deliveryDate);
}

/**
 * Returns 1 if an order submitted at the given time missed its cut-off; an order without a cut-off is never
 * late.
 */
export const isLate = (at: string, cutoffAt: string | null): 0 | 1 =>
  cutoffAt !== null && at > cutoffAt ? 1 : 0;

const selectCalendarRow = statement((db, branch: string, kitchen: string) =>
  db
    .selectFrom('branches')
    .leftJoin('branches as k', (join) => join.on((on) => on('k._id', '=', kitchen)))
    .select([
      'branches.deliveryDays',
      'branches.timezone',
      'branches.dayEnds',
      'branches.closedDays',
      'k.closedDays as kitchenClosedDays',
    ])
    .where('branches._id', '=', branch),
);
