import type { CountPeriod } from '#contract/food-cost.ts';
import { businessDayOf } from '#domain/business-day.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import type { Queryable } from '../../db/types.ts';

/** Approved counts of a branch, the latest first, with the day on which their differences are in the books. */
export async function countsOf(db: Queryable, branch: string) {
  const place = await db
    .selectFrom('branches')
    .select('timezone')
    .where('_id', '=', branch)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('stockCounts')
    .select(['_id', 'number', 'type', 'businessDay', 'approvedAt'])
    .where('branch', '=', branch)
    .where('status', '=', 'Approved')
    .orderBy('approvedAt', 'desc')
    .execute();
  return rows.map(({ _id, number, type, businessDay, approvedAt }) => {
    const booked = approvedAt === null ? businessDay : businessDayOf(approvedAt, place?.timezone ?? null);
    return { _id, number, type, day: booked > businessDay ? booked : businessDay };
  });
}

/** The items that somebody counted in a period, by counts that are in the books by its end. */
export async function itemsCounted(
  db: Queryable,
  branch: string,
  from: string,
  to: string,
): Promise<Set<string>> {
  const ids = (await countsOf(db, branch)).flatMap(({ _id, day }) => (from <= day && day <= to ? [_id] : []));
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('stockCountLines')
    .select('itemId')
    .distinct()
    .where('countId', 'in', ids)
    .where('countedQtyMicro', 'is not', null)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

/** The most periods that are offered. */
const mostPeriods = 24;

/** The days between full counts, the latest first: from the day after one to the day of the next. */
export async function countPeriods(db: Queryable, branch: string): Promise<CountPeriod[]> {
  const whole = (await countsOf(db, branch)).filter(({ type }) => type === 'full' || type === 'opening');
  return whole
    .flatMap((closing, at): CountPeriod[] => {
      const opening = whole[at + 1];
      if (!opening || opening.day >= closing.day) return [];
      return [
        { from: addDays(opening.day, 1), to: closing.day, count: closing.number, countId: closing._id },
      ];
    })
    .slice(0, mostPeriods);
}
