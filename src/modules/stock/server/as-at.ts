import { type RawBuilder, sql } from 'kysely';
import type { StockAsAtQueryParams } from '../input.ts';
import { getEndOfBusinessDay, utcDays } from '#core/business-day.ts';
import { fromE4 } from '#core/money.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { addDays } from '#core/day.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import { type JsonField, joinJson, jsonObject, jsonText } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { buildClosingRange, findNearestClosing } from './closings.ts';
import { placesWithDailyTotals, isSamePlace } from './daily-totals.ts';
import { maxCompactRows } from './list.ts';
import { isPlaceVisibleTo } from './scope.ts';

const ref = (name: string) => sql.ref(name);

/** Filters for stock at the end of a day. `branchId` includes the branch's hold and transit places. */
export interface BalancesAsAtQuery extends Pick<StockAsAtQueryParams, 'day' | 'by' | 'itemId' | 'placeId'> {
  branchId?: string | undefined;
  category?: string | undefined;
}

/**
 * Builds `with` tables of stock at the end of a day: `past_stock` (placeId, itemId, onHandMicro, valueE4)
 * and, by posting time, `late` (entries). It starts from the nearest known state (a weekly closing or the
 * current balances) and applies the movement in between: daily totals by business day, or moves by posting
 * time.
 */
export async function buildBalancesAsAt(
  db: Queryable,
  actor: Actor,
  now: Date,
  { day, by, itemId, placeId, branchId, category }: BalancesAsAtQuery,
): Promise<RawBuilder<unknown>> {
  const hiddenStock = await loadHiddenStock(db, actor);
  const closing = await findNearestClosing(db, day, now);
  const filters = (place: string, item: string) => [
    isPlaceVisibleTo(actor),
    hiddenStock.isVisible(place, item),
    ...(itemId === undefined ? [] : [sql`${ref(item)} = ${itemId}`]),
    ...(placeId === undefined ? [] : [sql`${ref(place)} = ${placeId}`]),
    ...(branchId === undefined ? [] : [sql`places.${ref('branchId')} = ${branchId}`]),
    ...(category === undefined
      ? []
      : [sql`${ref(item)} in (select ${ref('_id')} from items where category = ${category})`]),
  ];
  const [onHand, value] = by === 'posted' ? ['enteredMicro', 'enteredE4'] : ['onHandMicro', 'valueE4'];
  const startColumn = (balanceColumn: string, closingColumn: string) =>
    closing === null ? ref(`b.${balanceColumn}`) : sql`coalesce(c.${ref(closingColumn)}, 0)`;
  return sql`
    ${by === 'posted' ? await buildMovedByPostingTime(db, day, closing, filters('sides.place', 'sides.item')) : buildMovedByBusinessDay(actor, day, closing)},
    past_stock as (
      select b.${ref('placeId')}, b.${ref('itemId')},
        cast(${startColumn('onHandMicro', onHand)} + coalesce(moved.qty, 0) as bigint) as ${ref('onHandMicro')},
        cast(${startColumn('valueE4', value)} + coalesce(moved.value, 0) as bigint) as ${ref('valueE4')}
      from balances as b
      join places on places.${ref('placeId')} = b.${ref('placeId')}
      ${
        closing === null
          ? sql``
          : sql`left join ${sql.table('stockClosings')} as c
        on c.day = ${closing} and c.${ref('placeId')} = b.${ref('placeId')} and c.${ref('itemId')} = b.${ref('itemId')}`
      }
      left join moved on moved.${ref('placeId')} = b.${ref('placeId')} and moved.${ref('itemId')} = b.${ref('itemId')}
      where ${sql.join(filters('b.placeId', 'b.itemId'), sql` and `)}
    )`;
}

/** Returns stock and its value at the end of a day. */
export async function getStockAsAt(
  db: Queryable,
  actor: Actor,
  query: StockAsAtQueryParams,
  now: Date,
): Promise<RouteResponse> {
  const { day, by } = query;
  const showsValues = canRead(actor, 'costs');
  const balances = await buildBalancesAsAt(db, actor, now, query);
  const hasBalance = sql`s.${ref('onHandMicro')} <> 0 or s.${ref('valueE4')} <> 0`;
  const fields: Record<string, JsonField> = {
    itemId: ['s.itemId', 'text'],
    placeId: ['s.placeId', 'text'],
    onHand: ['s.onHandMicro', 'micro'],
    ...(showsValues && { value: ['s.valueE4', 'e4'] as const }),
  };
  const valueSum = sumHighLow(ref('s.valueE4'));
  // One statement, so that rows and total come from the same snapshot.
  const { rows } = await sql<
    { json: string; total: number; late: number | null } & Record<'high' | 'low', number | null>
  >`
    with ${balances}, listed as (select * from past_stock as s where ${hasBalance}),
    counted as (select count(*) as total, ${valueSum.high} as high, ${valueSum.low} as low from listed as s)
    select counted.total, counted.high, counted.low,
      ${by === 'posted' ? sql`(select entries from late)` : sql`null`} as late, ${jsonText(db.dialect, jsonObject(db.dialect, fields))} as json
    from counted left join listed as s on 1 = 1
    order by s.${ref('placeId')}, s.${ref('itemId')} limit ${sql.lit(maxCompactRows)}`.execute(db);
  const [first] = rows;
  const total = Number(first?.total ?? 0);
  const valueE4 = exactSum(first?.high, first?.low);
  const value = showsValues && valueE4 !== null ? fromE4(valueE4) : null;
  const rowsJson = total === 0 ? '[]' : joinJson(rows);
  return {
    status: 200,
    raw: true,
    body: `{"day":${JSON.stringify(day)},"by":"${by}","late":${by === 'posted' ? Number(first?.late ?? 0) : null},"value":${value},"total":${total},"rows":${rowsJson}}`,
    headers: { 'x-total-count': String(total) },
  };
}

/**
 * Builds the table `moved` (placeId, itemId, qty, value): the movement by business day between the known
 * state and the day.
 */
function buildMovedByBusinessDay(actor: Actor, day: string, closing: string | null): RawBuilder<unknown> {
  const { sign, isBetween } = buildClosingRange(day, closing);
  return sql`
    moved as (
      select d.${ref('placeId')}, d.${ref('itemId')}, ${sign}sum(d.${ref('qtyMicro')}) as qty, ${sign}sum(d.${ref('valueE4')}) as value
      from ${placesWithDailyTotals}
      where ${isSamePlace} and ${isBetween} and ${isPlaceVisibleTo(actor)}
      group by d.${ref('placeId')}, d.${ref('itemId')}
    )`;
}

const min = (a: string, b: string) => (a < b ? a : b);
const max = (a: string, b: string) => (a > b ? a : b);

/**
 * Builds `moved` by posting time: from the end of the day at each place to the end of the closing's day in
 * UTC, or to the current time. `late` counts postings after the day's end that took effect on that day or
 * before.
 */
async function buildMovedByPostingTime(
  db: Queryable,
  day: string,
  closing: string | null,
  filters: readonly RawBuilder<unknown>[],
) {
  const branches = await db.selectFrom('branches').select(['_id', 'timezone', 'dayEnds']).execute();
  const otherPlaces = { _id: '', at: getEndOfBusinessDay(day, utcDays) };
  const dayEnds = [
    ...branches.map(({ _id, ...local }) => ({ _id, at: getEndOfBusinessDay(day, local) })),
    otherPlaces,
  ];
  const [first, last] = [min, max].map((choose) => dayEnds.map(({ at }) => at).reduce(choose)) as [
    string,
    string,
  ];
  const rows = dayEnds.map(({ _id, at }) => sql`(${_id}, ${at})`);
  /** Both sides of the selected moves at the requested places. Moves are selected first, by posting time. */
  const entered = (
    condition: (businessDay: string) => RawBuilder<unknown>,
    timeFilter: RawBuilder<unknown>,
  ) => {
    const side = (place: string, businessDay: string, sign: RawBuilder<unknown>) => sql`
        select seq, ${ref(place)} as place, ${ref('itemId')} as item, ${ref('postedAt')} as at,
          ${sign}${ref('qtyMicro')} as qty, ${sign}${ref('valueE4')} as value
        from ${sql.table('stockMoves')} where ${condition(businessDay)}`;
    return sql`
      (${side('toPlace', 'arrivalDay', sql``)} union all ${side('fromPlace', 'businessDay', sql`-`)}) as sides
      cross join places cross join day_ends
      where places.${ref('placeId')} = sides.place and day_ends.branch = coalesce(places.${ref('branchId')}, '') and ${timeFilter} and ${sql.join(filters, sql` and `)}`;
  };
  const [at, endsAt] = [ref('sides.at'), ref('day_ends.ends_at')];
  const [posted, end] = [ref('postedAt'), closing === null ? null : addDays(closing, 1)];
  // Subtracts postings in the closing that were made after the day's end; adds those made before it that the
  // closing doesn't include.
  const isBetween =
    end === null
      ? sql`${posted} >= ${first}`
      : sql`${posted} >= ${min(first, end)} and ${posted} < ${max(last, end)}`;
  const isMoved = end === null ? sql`${at} >= ${endsAt}` : sql`(${at} >= ${endsAt}) <> (${at} >= ${end})`;
  // A move posted at its effective time is never late, so the partial index contains only the others.
  const isBackdated = sql`${ref('effectiveAt')} < ${posted}`;
  const sum = (column: string) =>
    sql`sum(case when ${at} >= ${endsAt} then -sides.${ref(column)} else sides.${ref(column)} end)`;
  return sql`
    day_ends(branch, ends_at) as (values ${sql.join(rows)}),
    late as (
      select count(distinct sides.seq) as entries
      from ${entered((businessDay) => sql`${isBackdated} and ${posted} >= ${first} and ${ref(businessDay)} <= ${day}`, sql`${at} >= ${endsAt}`)}
    ), moved as (
      select sides.place as ${ref('placeId')}, sides.item as ${ref('itemId')}, ${sum('qty')} as qty, ${sum('value')} as value
      from ${entered(() => isBetween, isMoved)} group by sides.place, sides.item
    )`;
}
