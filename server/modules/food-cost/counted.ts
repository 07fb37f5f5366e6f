import type { CountPeriod } from '#contract/food-cost.ts';
import type { Days } from '#domain/analytics/periods.ts';
import { businessDayOf } from '#domain/business-day.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { jsonValues } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';

type CountsQuery = ReturnType<typeof countsQuery>;

const countsQuery = (db: Queryable, branches: readonly string[]) =>
  db
    .selectFrom('stockCounts as c')
    .leftJoin('branches', 'branches._id', 'c.branch')
    .select(['c._id', 'c.branch', 'c.number', 'c.type', 'c.businessDay', 'c.approvedAt', 'branches.timezone'])
    .where('c.branch', 'in', branches)
    .where('c.status', '=', 'Approved');

/** Approved counts of branches, the latest first, with the day on which their differences are in the books. */
async function approvedCounts(
  db: Queryable,
  branches: readonly string[],
  those: (query: CountsQuery) => CountsQuery = (query) => query,
) {
  if (branches.length === 0) return [];
  const rows = await those(countsQuery(db, branches)).orderBy('c.approvedAt', 'desc').execute();
  return rows.map(({ businessDay, approvedAt, timezone, ...count }) => {
    const booked = approvedAt === null ? businessDay : businessDayOf(approvedAt, timezone);
    return { ...count, day: booked > businessDay ? booked : businessDay };
  });
}

/** The items that somebody counted in a period at branches, by counts that are in the books by its end; nothing of a branch where nobody did. */
export async function itemsCounted(
  db: Queryable,
  branches: readonly string[],
  { from, to }: Days,
): Promise<Map<string, Set<string>>> {
  const counts = await approvedCounts(db, branches, (query) =>
    // What was approved before it was the first day anywhere is in the books of a day before.
    query
      .where('c.businessDay', '<=', to)
      .where((eb) => eb.or([eb('c.businessDay', '>=', from), eb('c.approvedAt', '>=', addDays(from, -1))])),
  );
  const within = counts.filter(({ day }) => from <= day && day <= to);
  const items = new Map<string, Set<string>>();
  if (within.length === 0) return items;
  const branchOf = new Map(within.map(({ _id, branch }) => [_id, branch]));
  const rows = await db
    .selectFrom('stockCountLines')
    .select('countId')
    .select(({ ref }) => jsonValues(db.dialect, ref('itemId')).as('itemIds'))
    .where('countId', 'in', [...branchOf.keys()])
    .where('countedQtyMicro', 'is not', null)
    .groupBy('countId')
    .execute();
  for (const { countId, itemIds } of rows) {
    const branch = branchOf.get(countId) ?? '';
    const counted = items.get(branch) ?? new Set();
    items.set(branch, counted);
    for (const itemId of JSON.parse(itemIds) as string[]) counted.add(itemId);
  }
  return items;
}

/** The most periods that are offered. */
const mostPeriods = 24;

/** The days between full counts, the latest first: from the day after one to the day of the next. */
export async function countPeriods(db: Queryable, branch: string): Promise<CountPeriod[]> {
  const whole = (await approvedCounts(db, [branch])).filter(
    ({ type }) => type === 'full' || type === 'opening',
  );
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
