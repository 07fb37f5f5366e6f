import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays } from '#core/day.ts';
import { splitHighLow, sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { Dialect, Queryable } from '#platform/server/db/types.ts';
import type { HiddenStock } from './hidden-stock.ts';
import { placesWithDailyTotals, isSamePlace } from './daily-totals.ts';

// Stock movement and value per place and item, read from the closed-day aggregates (aggregates.ts), late
// entries for those days, and the daily totals since. Each query reads all three sources in one statement, so
// a concurrent aggregation step can't count anything twice or leave it out.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** The first day that isn't aggregated; all earlier days are. */
const openDay = sql`(select day from ${table('stockSumDays')} where ${ref('isClosing')} = 0)`;
/** Returns SQL for the first open day, but not before `day`; `day` itself if nothing is aggregated. */
const firstOpenDay = (day: string) => sql`coalesce((select case when day > ${day} then day else ${day} end
  from ${table('stockSumDays')} where ${ref('isClosing')} = 0), ${day})`;
/** Returns SQL for the last closing on or before a day. */
const lastClosingThrough = (day: string) => sql`coalesce((select max(day) from ${table('stockSumDays')}
  where ${ref('isClosing')} = 1 and day <= ${day}), '')`;

const asHighLow = ({ high, low }: ReturnType<typeof splitHighLow>) => sql`${high} as high, ${low} as low`;
const sumHalves = (value: RawBuilder<unknown>) => asHighLow(sumHighLow(value));
const storedHalves = sql`d.billions as high, d.rest as low`;
const lateHalves = asHighLow(splitHighLow(ref('late.valueE4')));

/**
 * Returns whether aggregates reach within a week of the day, which makes them faster than current balances
 * or a weekly closing. False during the first night, or when the job has fallen behind.
 */
export async function isNearAggregates(db: Queryable, day: string): Promise<boolean> {
  const firstOpen = await db
    .selectFrom('stockSumDays')
    .select('day')
    .where('isClosing', '=', 0)
    .executeTakeFirst();
  return firstOpen !== undefined && addDays(firstOpen.day, 7) >= day;
}

/**
 * Returns conditions for places whose totals may be read from aggregates, and for those with items hidden by
 * a blind count, which may not.
 */
export function buildHiddenStockConditions({ positions }: HiddenStock): {
  isSummed: RawBuilder<SqlBool>;
  isExcluded: RawBuilder<SqlBool>;
} {
  const places = [...new Set(positions.map(({ placeId }) => placeId))];
  if (places.length === 0) return { isSummed: sql`1 = 1`, isExcluded: sql`1 = 0` };
  const hasHiddenItems = sql<SqlBool>`places.${ref('placeId')} in (${sql.join(places)})`;
  return { isSummed: sql`not (${hasHiddenItems})`, isExcluded: hasHiddenItems };
}

interface DailyTotalsQuery {
  /** Columns of `places` to group by. */
  place: RawBuilder<unknown>;
  placeFilter: RawBuilder<unknown>;
  /** Condition on daily totals `d`; the columns to select; and the group-by columns. */
  dayFilter: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  groupBy: RawBuilder<unknown>;
}

/**
 * Builds a query that aggregates daily totals place by place. PostgreSQL needs the lateral join to read each
 * place in index order; otherwise it hashes the group of every row.
 */
const buildDailyTotalsByPlace = (
  dialect: Dialect,
  { place, placeFilter, dayFilter, columns, groupBy }: DailyTotalsQuery,
) =>
  dialect === 'postgres'
    ? sql`select ${place}, added.* from places cross join lateral (
        select ${columns} from ${table('stockDaily')} as d where ${isSamePlace} and ${dayFilter} group by ${groupBy}) as added
      where ${placeFilter}`
    : sql`select ${place}, ${columns} from ${placesWithDailyTotals} where ${isSamePlace} and ${placeFilter} and ${dayFilter}
      group by places.${ref('placeId')}, ${groupBy}`;

/**
 * Builds a query for the value received at places (positive) and issued from them (negative) by day and kind
 * of move. Columns: placeId, branchId, type, kind, day, high, low. `placeFilter` is a condition on `places`;
 * one place, kind and day may have several rows.
 */
export function buildMoveValuesByDay(
  dialect: Dialect,
  { from, to }: { from: string; to: string },
  placeFilter: RawBuilder<SqlBool>,
  hiddenStock: HiddenStock,
): RawBuilder<unknown> {
  const { isSummed, isExcluded } = buildHiddenStockConditions(hiddenStock);
  const place = sql`places.${ref('placeId')}, places.${ref('branchId')}, places.type`;
  const dailyValues = (dayFilter: RawBuilder<unknown>, extraPlaceFilter = sql`1 = 1`) =>
    buildDailyTotalsByPlace(dialect, {
      place,
      placeFilter: sql`${placeFilter} and ${extraPlaceFilter}`,
      dayFilter: sql`${dayFilter} and d.${ref('businessDay')} <= ${to} and ${hiddenStock.isVisible('d.placeId', 'd.itemId')}`,
      columns: sql`d.kind, d.${ref('businessDay')} as day, ${sumHalves(ref('d.valueE4'))}`,
      groupBy: sql`d.${ref('businessDay')}, d.kind`,
    });
  return sql`(
    select ${place}, d.kind, d.day, ${storedHalves}
    from places cross join ${table('stockPlaceSums')} as d
    where ${isSamePlace} and ${placeFilter} and ${isSummed} and d.${ref('isClosing')} = 0
      and d.day >= ${from} and d.day <= ${to} and d.day < ${openDay}
    union all
    select ${place}, late.kind, late.day, ${lateHalves}
    from ${table('stockLateSides')} as late join places on places.${ref('placeId')} = late.${ref('placeId')}
    where ${placeFilter} and ${isSummed} and late.day >= ${from} and late.day <= ${to} and late.day < ${openDay}
    union all ${dailyValues(sql`d.${ref('businessDay')} >= ${firstOpenDay(from)}`)}
    ${
      hiddenStock.positions.length === 0
        ? sql``
        : sql`union all ${dailyValues(sql`d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} < ${openDay}`, isExcluded)}`
    })`;
}

/**
 * Builds a query for the stock value at places at the end of a day, with several rows per branch. Columns:
 * branchId, high, low. `condition` is a condition on `places`, which must not have hidden items.
 */
export function buildStockValueByPlace(
  dialect: Dialect,
  day: string,
  condition: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const branch = sql`places.${ref('branchId')}`;
  const placeSums = sql`places cross join ${table('stockPlaceSums')} as d where ${isSamePlace} and ${condition}`;
  return sql`(
    select ${branch}, ${storedHalves} from ${placeSums} and d.${ref('isClosing')} = 1 and d.day = ${lastClosingThrough(day)}
    union all
    select ${branch}, ${storedHalves} from ${placeSums} and d.${ref('isClosing')} = 0
      and d.day > ${lastClosingThrough(day)} and d.day <= ${day} and d.day < ${openDay}
    union all
    select ${branch}, ${lateHalves} from ${table('stockLateSides')} as late
    join places on places.${ref('placeId')} = late.${ref('placeId')}
    where ${condition} and late.day <= ${day} and late.day < ${openDay}
    union all
    ${buildDailyTotalsByPlace(dialect, {
      place: branch,
      placeFilter: condition,
      dayFilter: sql`d.${ref('businessDay')} >= ${firstOpenDay('')} and d.${ref('businessDay')} <= ${day}`,
      columns: sumHalves(ref('d.valueE4')),
      groupBy: sql`d.${ref('placeId')}`,
    })})`;
}

/**
 * Builds a query for the stock value of items at all stock positions at the end of a day, by kind of move.
 * Columns: itemId, kind, high, low.
 */
export function buildStockValueByItem(
  day: string,
  isStockPosition: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const item = (alias: string) => sql`${ref(`${alias}.itemId`)}, ${ref(`${alias}.kind`)}`;
  return sql`(
    select ${item('d')}, ${storedHalves} from ${table('stockItemSums')} as d
    where d.${ref('isClosing')} = 1 and d.day = ${lastClosingThrough(day)}
    union all
    select ${item('d')}, ${storedHalves} from ${table('stockItemSums')} as d
    where d.${ref('isClosing')} = 0 and d.day > ${lastClosingThrough(day)} and d.day <= ${day} and d.day < ${openDay}
    union all
    select ${item('late')}, ${lateHalves} from ${table('stockLateSides')} as late
    where late.${ref('isOnShelf')} = 1 and late.day <= ${day} and late.day < ${openDay}
    union all
    select ${item('d')}, ${sumHalves(ref('d.valueE4'))} from ${placesWithDailyTotals}
    where ${isSamePlace} and ${isStockPosition} and d.${ref('businessDay')} >= ${firstOpenDay('')} and d.${ref('businessDay')} <= ${day}
    group by d.${ref('itemId')}, d.kind)`;
}
