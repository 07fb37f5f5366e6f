import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays } from '#domain/planning/cutoff.ts';
import { splitHighLow, sumHighLow } from '../../db/exact-sums.ts';
import type { Dialect, Queryable } from '../../db/types.ts';
import type { HiddenStock } from './hidden-stock.ts';
import { placesWithDailyTotals, isSamePlace } from './daily-totals.ts';

// What places and items moved, told by the kept sums of days that are over (sums.ts), by what came late for such days, and by the figures by
// day for the days since. Each table here reads all three in one statement: whatever the night does meanwhile, nothing is counted twice.

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** The first day that is not added up; all days before it are. */
const openDay = sql`(select day from ${table('stockSumDays')} where ${ref('isClosing')} = 0)`;
/** The same, not before another day; that one where nothing is added up. */
const firstOpenDay = (day: string) => sql`coalesce((select case when day > ${day} then day else ${day} end
  from ${table('stockSumDays')} where ${ref('isClosing')} = 0), ${day})`;
/** The last closing until a day. */
const lastClosingUntil = (day: string) => sql`coalesce((select max(day) from ${table('stockSumDays')}
  where ${ref('isClosing')} = 1 and day <= ${day}), '')`;

const asHighLow = ({ high, low }: ReturnType<typeof splitHighLow>) => sql`${high} as high, ${low} as low`;
const halvesOf = (value: RawBuilder<unknown>) => asHighLow(sumHighLow(value));
const storedHalves = sql`d.billions as high, d.rest as low`;
const lateHalves = asHighLow(splitHighLow(ref('late.valueE4')));

/**
 * Do sums reach so far that what stood at the end of a day is told by them sooner than by what is there now, or by the closing of a
 * week? They do not in the first night, and where the night did not come to them.
 */
export async function isNearAggregates(db: Queryable, day: string): Promise<boolean> {
  const open = await db
    .selectFrom('stockSumDays')
    .select('day')
    .where('isClosing', '=', 0)
    .executeTakeFirst();
  return open !== undefined && addDays(open.day, 7) >= day;
}

/** Places of which all is told by sums: not those of which somebody may not know all goods. */
export function excludingHiddenStock({ goods }: HiddenStock): {
  isSummed: RawBuilder<SqlBool>;
  isNot: RawBuilder<SqlBool>;
} {
  const places = [...new Set(goods.map(({ placeId }) => placeId))];
  if (places.length === 0) return { isSummed: sql`1 = 1`, isNot: sql`1 = 0` };
  const among = sql<SqlBool>`places.${ref('placeId')} in (${sql.join(places)})`;
  return { isSummed: sql`not (${among})`, isNot: among };
}

interface DailyTotalsQuery {
  /** Columns of `places`. */
  place: RawBuilder<unknown>;
  isAsked: RawBuilder<unknown>;
  /** Which figures `d`, what is told of them, and of which together. */
  isThen: RawBuilder<unknown>;
  told: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

/**
 * What figures by day come to, place by place. There they stand in the order of an index, in which each is added to the one before;
 * PostgreSQL has to be told that places come one after the other, and looks for the group of every single figure otherwise.
 */
const dailyTotalsByPlace = (dialect: Dialect, { place, isAsked, isThen, told, by }: DailyTotalsQuery) =>
  dialect === 'postgres'
    ? sql`select ${place}, added.* from places cross join lateral (
        select ${told} from ${table('stockDaily')} as d where ${isSamePlace} and ${isThen} group by ${by}) as added
      where ${isAsked}`
    : sql`select ${place}, ${told} from ${placesWithDailyTotals} where ${isSamePlace} and ${isAsked} and ${isThen}
      group by places.${ref('placeId')}, ${by}`;

/**
 * What was brought to places (above zero) and taken from them on some days, by the kind of the moves: rows of placeId, branchId, type,
 * kind, day, high, low. `isAsked` is about `places`. Several rows may be of one place, kind and day.
 */
export function moveValuesByDay(
  dialect: Dialect,
  { from, to }: { from: string; to: string },
  isAsked: RawBuilder<SqlBool>,
  kept: HiddenStock,
): RawBuilder<unknown> {
  const { isSummed, isNot } = excludingHiddenStock(kept);
  const place = sql`places.${ref('placeId')}, places.${ref('branchId')}, places.type`;
  const days = (isThen: RawBuilder<unknown>, isAt = sql`1 = 1`) =>
    dailyTotalsByPlace(dialect, {
      place,
      isAsked: sql`${isAsked} and ${isAt}`,
      isThen: sql`${isThen} and d.${ref('businessDay')} <= ${to} and ${kept.isVisible('d.placeId', 'd.itemId')}`,
      told: sql`d.kind, d.${ref('businessDay')} as day, ${halvesOf(ref('d.valueE4'))}`,
      by: sql`d.${ref('businessDay')}, d.kind`,
    });
  return sql`(
    select ${place}, d.kind, d.day, ${storedHalves}
    from places cross join ${table('stockPlaceSums')} as d
    where ${isSamePlace} and ${isAsked} and ${isSummed} and d.${ref('isClosing')} = 0
      and d.day >= ${from} and d.day <= ${to} and d.day < ${openDay}
    union all
    select ${place}, late.kind, late.day, ${lateHalves}
    from ${table('stockLateSides')} as late join places on places.${ref('placeId')} = late.${ref('placeId')}
    where ${isAsked} and ${isSummed} and late.day >= ${from} and late.day <= ${to} and late.day < ${openDay}
    union all ${days(sql`d.${ref('businessDay')} >= ${firstOpenDay(from)}`)}
    ${
      kept.goods.length === 0
        ? sql``
        : sql`union all ${days(sql`d.${ref('businessDay')} >= ${from} and d.${ref('businessDay')} < ${openDay}`, isNot)}`
    })`;
}

/**
 * What stood at places at the end of a day: rows of branchId, high, low, several for a branch. `isAsked` is about `places`, of which sums
 * tell all.
 */
export function stockValueByPlace(
  dialect: Dialect,
  day: string,
  isAsked: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const branch = sql`places.${ref('branchId')}`;
  const ofSums = sql`places cross join ${table('stockPlaceSums')} as d where ${isSamePlace} and ${isAsked}`;
  return sql`(
    select ${branch}, ${storedHalves} from ${ofSums} and d.${ref('isClosing')} = 1 and d.day = ${lastClosingUntil(day)}
    union all
    select ${branch}, ${storedHalves} from ${ofSums} and d.${ref('isClosing')} = 0
      and d.day > ${lastClosingUntil(day)} and d.day <= ${day} and d.day < ${openDay}
    union all
    select ${branch}, ${lateHalves} from ${table('stockLateSides')} as late
    join places on places.${ref('placeId')} = late.${ref('placeId')}
    where ${isAsked} and late.day <= ${day} and late.day < ${openDay}
    union all
    ${dailyTotalsByPlace(dialect, {
      place: branch,
      isAsked,
      isThen: sql`d.${ref('businessDay')} >= ${firstOpenDay('')} and d.${ref('businessDay')} <= ${day}`,
      told: halvesOf(ref('d.valueE4')),
      by: sql`d.${ref('placeId')}`,
    })})`;
}

/** What all shelves had of items at the end of a day, by the kinds of moves that it came from: rows of itemId, kind, high, low. */
export function stockValueByItem(day: string, isShelf: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const item = (alias: string) => sql`${ref(`${alias}.itemId`)}, ${ref(`${alias}.kind`)}`;
  return sql`(
    select ${item('d')}, ${storedHalves} from ${table('stockItemSums')} as d
    where d.${ref('isClosing')} = 1 and d.day = ${lastClosingUntil(day)}
    union all
    select ${item('d')}, ${storedHalves} from ${table('stockItemSums')} as d
    where d.${ref('isClosing')} = 0 and d.day > ${lastClosingUntil(day)} and d.day <= ${day} and d.day < ${openDay}
    union all
    select ${item('late')}, ${lateHalves} from ${table('stockLateSides')} as late
    where late.${ref('isOnShelf')} = 1 and late.day <= ${day} and late.day < ${openDay}
    union all
    select ${item('d')}, ${halvesOf(ref('d.valueE4'))} from ${placesWithDailyTotals}
    where ${isSamePlace} and ${isShelf} and d.${ref('businessDay')} >= ${firstOpenDay('')} and d.${ref('businessDay')} <= ${day}
    group by d.${ref('itemId')}, d.kind)`;
}
