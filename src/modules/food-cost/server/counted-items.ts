import type { CountPeriod } from '../shapes.ts';
import type { DayRange } from '#core/periods.ts';
import { getBusinessDay, getEndOfBusinessDay } from '#core/business-day.ts';
import { addDays } from '#core/day.ts';
import { jsonValues } from '#platform/server/db/json-sql.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';

type CountsQuery = ReturnType<typeof selectApprovedCounts>;

const selectApprovedCounts = (db: Queryable, branches: readonly string[]) =>
  db
    .selectFrom('stockCounts as c')
    .leftJoin('branches', 'branches._id', 'c.branch')
    .select(['c._id', 'c.branch', 'c.number', 'c.type', 'c.businessDay', 'c.approvedAt'])
    .select(['branches.timezone', 'branches.dayEnds'])
    .where('c.branch', 'in', branches)
    .where('c.status', '=', 'Approved');

type ApprovedCount = Awaited<ReturnType<typeof loadApprovedCounts>>[number];

/** Loads the approved counts of branches, latest first. */
async function loadApprovedCounts(
  db: Queryable,
  branches: readonly string[],
  refine: (query: CountsQuery) => CountsQuery = (query) => query,
) {
  if (branches.length === 0) return [];
  return refine(selectApprovedCounts(db, branches)).orderBy('c.approvedAt', 'desc').execute();
}

/**
 * Returns the day on which a count's differences are posted: the day of the count, or the day of approval if
 * that is later.
 */
function getPostingDay({ businessDay, approvedAt, ...local }: ApprovedCount): string {
  const approved = approvedAt === null ? businessDay : getBusinessDay(approvedAt, local);
  return approved > businessDay ? approved : businessDay;
}

/**
 * Returns a predicate for counts that are posted by a day. Caches the end of the day per branch, because
 * the predicate runs for hundreds of counts.
 */
function createPostedByTest(day: string): (count: ApprovedCount) => boolean {
  const ends = new Map<string, string>();
  return ({ branch, businessDay, approvedAt, ...local }) => {
    if (businessDay > day) return false;
    const end = ends.get(branch) ?? getEndOfBusinessDay(day, local);
    ends.set(branch, end);
    return approvedAt === null || approvedAt < end;
  };
}

/**
 * Loads the items counted at branches in a period, by counts posted by its end; a branch without counts has
 * no entry.
 */
export async function loadCountedItems(
  db: Queryable,
  branches: readonly string[],
  { from, to }: DayRange,
): Promise<Map<string, ReadonlySet<string>>> {
  const counts = await loadApprovedCounts(db, branches, (query) =>
    // Counts approved before the previous day were posted before the period everywhere.
    query
      .where('c.businessDay', '<=', to)
      .where((eb) => eb.or([eb('c.businessDay', '>=', from), eb('c.approvedAt', '>=', addDays(from, -1))])),
  );
  const [isPostedBefore, isPosted] = [createPostedByTest(addDays(from, -1)), createPostedByTest(to)];
  const countsInPeriod = counts.filter((count) => isPosted(count) && !isPostedBefore(count));
  const lines = await loadCountedLines(
    db,
    countsInPeriod.map(({ _id }) => _id),
  );
  return new Map(
    [...Map.groupBy(countsInPeriod, ({ branch }) => branch)].map(([branch, branchCounts]) => [
      branch,
      new Set(branchCounts.flatMap(({ _id }) => lines.get(_id) ?? [])),
    ]),
  );
}

/** Maximum number of counts per branch searched for an item's count days. */
const maxCounts = 400;

/**
 * Last count day of an item in the period, and the last count day before the period; null if there is none.
 */
export interface CountDays {
  before: string | null;
  last: string;
}

/** Loads the count days of the items that a branch counted in a period, by posting day. */
export async function loadCountDays(
  db: Queryable,
  branch: string,
  { from, to }: DayRange,
): Promise<Map<string, CountDays>> {
  const counts = (
    await loadApprovedCounts(db, [branch], (query) => query.where('c.businessDay', '<=', to).limit(maxCounts))
  )
    .map((count) => ({ _id: count._id, day: getPostingDay(count) }))
    .filter(({ day }) => day <= to)
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  const daysByItem = new Map<string, CountDays>();
  let withoutEarlierCount = 0;
  for (const chunk of chunks(counts, 20)) {
    if (chunk.every(({ day }) => day < from) && withoutEarlierCount === 0) break;
    const lines = await loadCountedLines(
      db,
      chunk.map(({ _id }) => _id),
    );
    for (const { _id, day } of chunk)
      for (const itemId of lines.get(_id) ?? []) {
        const existing = daysByItem.get(itemId);
        if (day >= from) {
          if (existing) continue;
          daysByItem.set(itemId, { before: null, last: day });
          withoutEarlierCount += 1;
        } else if (existing?.before === null) {
          existing.before = day;
          withoutEarlierCount -= 1;
        }
      }
  }
  return daysByItem;
}

/** Loads the counted items of counts. */
async function loadCountedLines(
  db: Queryable,
  counts: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const items = new Map<string, readonly string[]>();
  for (const chunk of chunks(counts, 500)) {
    const rows = await db
      .selectFrom('stockCountLines')
      .select('countId')
      .select(({ ref }) => jsonValues(db.dialect, ref('itemId')).as('itemIds'))
      .where('countId', 'in', chunk)
      .where('countedQtyMicro', 'is not', null)
      .groupBy('countId')
      .execute();
    for (const { countId, itemIds } of rows) items.set(countId, JSON.parse(itemIds) as string[]);
  }
  return items;
}

/** Maximum number of periods offered. */
const maxPeriods = 24;

/**
 * Lists the periods between full counts, latest first: from the day after one through the day of the next.
 */
export async function listCountPeriods(db: Queryable, branch: string): Promise<CountPeriod[]> {
  const fullCounts = (await loadApprovedCounts(db, [branch]))
    .filter(({ type }) => type === 'full' || type === 'opening')
    .map((count) => ({ ...count, day: getPostingDay(count) }));
  return fullCounts
    .flatMap((closing, index): CountPeriod[] => {
      const opening = fullCounts[index + 1];
      if (!opening || opening.day >= closing.day) return [];
      return [
        { from: addDays(opening.day, 1), to: closing.day, count: closing.number, countId: closing._id },
      ];
    })
    .slice(0, maxPeriods);
}
