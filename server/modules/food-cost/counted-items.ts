import type { CountPeriod } from '#contract/food-cost.ts';
import type { DayRange } from '#domain/analytics/periods.ts';
import { businessDayOf, endOfBusinessDay } from '#domain/business-day.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { jsonValues } from '../../db/json-sql.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import { chunks } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';

type CountsQuery = ReturnType<typeof countsQuery>;

const countsQuery = (db: Queryable, branches: readonly string[]) =>
  db
    .selectFrom('stockCounts as c')
    .leftJoin('branches', 'branches._id', 'c.branch')
    .select(['c._id', 'c.branch', 'c.number', 'c.type', 'c.businessDay', 'c.approvedAt', 'branches.timezone'])
    .where('c.branch', 'in', branches)
    .where('c.status', '=', 'Approved');

type ApprovedCount = Awaited<ReturnType<typeof approvedCounts>>[number];

/** Approved counts of branches, the latest first. */
async function approvedCounts(
  db: Queryable,
  branches: readonly string[],
  those: (query: CountsQuery) => CountsQuery = (query) => query,
) {
  if (branches.length === 0) return [];
  return those(countsQuery(db, branches)).orderBy('c.approvedAt', 'desc').execute();
}

/** The day on which the differences of a count are in the books: its own, or the later one on which it was approved. */
function bookedDay({ businessDay, approvedAt, timezone }: ApprovedCount): string {
  const approved = approvedAt === null ? businessDay : businessDayOf(approvedAt, timezone);
  return approved > businessDay ? approved : businessDay;
}

/** Whether counts are in the books by a day: asked of hundreds, for which a day begins and ends at a few instants. */
function isBookedBy(day: string): (count: ApprovedCount) => boolean {
  const ends = new Map<string | null, string>();
  return ({ businessDay, approvedAt, timezone }) => {
    if (businessDay > day) return false;
    const end = ends.get(timezone) ?? endOfBusinessDay(day, timezone);
    ends.set(timezone, end);
    return approvedAt === null || approvedAt < end;
  };
}

/** The items that somebody counted, by counts whose ids are their mark. */
export interface CountedItems {
  version: string;
  items: ReadonlySet<string>;
}

/** The items that somebody counted in a period at branches, by counts that are in the books by its end; nothing of a branch where nobody did. */
export async function loadCountedItems(
  db: Queryable,
  branches: readonly string[],
  { from, to }: DayRange,
): Promise<Map<string, CountedItems>> {
  const counts = await approvedCounts(db, branches, (query) =>
    // What was approved before it was the first day anywhere is in the books of a day before.
    query
      .where('c.businessDay', '<=', to)
      .where((eb) => eb.or([eb('c.businessDay', '>=', from), eb('c.approvedAt', '>=', addDays(from, -1))])),
  );
  const [isBookedBefore, isBooked] = [isBookedBy(addDays(from, -1)), isBookedBy(to)];
  const within = counts.filter((count) => isBooked(count) && !isBookedBefore(count));
  const lines = await loadCountedLines(
    db,
    within.map(({ _id }) => _id),
  );
  return new Map(
    [...Map.groupBy(within, ({ branch }) => branch)].map(([branch, own]) => [
      branch,
      {
        version: own.map(({ _id }) => _id).join(' '),
        items: new Set(own.flatMap(({ _id }) => lines.get(_id) ?? [])),
      },
    ]),
  );
}

/** So many counts of a branch are looked through for when its items were counted. */
const maxCounts = 400;

/** When an item was counted: last in a period, and last before it, null where that is not found. */
export interface CountDays {
  before: string | null;
  last: string;
}

/** When the items of a branch that were counted in a period were counted, by the days on which that is in the books. */
export async function loadCountDays(
  db: Queryable,
  branch: string,
  { from, to }: DayRange,
): Promise<Map<string, CountDays>> {
  const counts = (
    await approvedCounts(db, [branch], (query) => query.where('c.businessDay', '<=', to).limit(maxCounts))
  )
    .map((count) => ({ _id: count._id, day: bookedDay(count) }))
    .filter(({ day }) => day <= to)
    .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  const counted = new Map<string, CountDays>();
  let notFound = 0;
  for (const some of chunks(counts, 20)) {
    if (some.every(({ day }) => day < from) && notFound === 0) break;
    const lines = await loadCountedLines(
      db,
      some.map(({ _id }) => _id),
    );
    for (const { _id, day } of some)
      for (const itemId of lines.get(_id) ?? []) {
        const known = counted.get(itemId);
        if (day >= from) {
          if (known) continue;
          counted.set(itemId, { before: null, last: day });
          notFound += 1;
        } else if (known?.before === null) {
          known.before = day;
          notFound -= 1;
        }
      }
  }
  return counted;
}

/** So many lines of counts are kept at hand. */
const maxCachedLines = 300_000;

/** What counts that are approved counted: nothing of that changes any more. */
const lineCache = new VersionedCache<readonly string[]>(maxCachedLines);

async function loadCountedLines(
  db: Queryable,
  counts: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const known = new Map<string, readonly string[]>();
  for (const id of counts) {
    const kept = lineCache.get(db, id, '');
    if (kept) known.set(id, kept);
  }
  for (const some of chunks(
    counts.filter((id) => !known.has(id)),
    500,
  )) {
    const rows = await db
      .selectFrom('stockCountLines')
      .select('countId')
      .select(({ ref }) => jsonValues(db.dialect, ref('itemId')).as('itemIds'))
      .where('countId', 'in', some)
      .where('countedQtyMicro', 'is not', null)
      .groupBy('countId')
      .execute();
    for (const { countId, itemIds } of rows) known.set(countId, JSON.parse(itemIds) as string[]);
    for (const id of some) {
      const value = known.get(id) ?? [];
      lineCache.set(db, id, { version: '', value, size: 1 + value.length });
    }
  }
  return known;
}

/** The most periods that are offered. */
const maxPeriods = 24;

/** The days between full counts, the latest first: from the day after one to the day of the next. */
export async function listCountPeriods(db: Queryable, branch: string): Promise<CountPeriod[]> {
  const whole = (await approvedCounts(db, [branch]))
    .filter(({ type }) => type === 'full' || type === 'opening')
    .map((count) => ({ ...count, day: bookedDay(count) }));
  return whole
    .flatMap((closing, at): CountPeriod[] => {
      const opening = whole[at + 1];
      if (!opening || opening.day >= closing.day) return [];
      return [
        { from: addDays(opening.day, 1), to: closing.day, count: closing.number, countId: closing._id },
      ];
    })
    .slice(0, maxPeriods);
}
