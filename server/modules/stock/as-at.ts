import { type RawBuilder, sql } from 'kysely';
import type { StockAsAtQuery } from '#contract/stock.ts';
import { endOfBusinessDay } from '#domain/business-day.ts';
import { fromE4 } from '#domain/money.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { exactSum, sumInHalves } from '../../db/exact-sums.ts';
import { type JsonField, joinJson, jsonObject, jsonText } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';
import { keptBack } from './blind.ts';
import { mostCompact } from './list.ts';
import { placesOf } from './scope.ts';

const ref = (name: string) => sql.ref(name);

/** What is asked of the books at the end of a day; of `branchId` what it has set aside and what is on the way to it are part. */
export interface StandingAsked extends Pick<StockAsAtQuery, 'day' | 'by' | 'itemId' | 'placeId'> {
  branchId?: string | undefined;
  category?: string | undefined;
}

/**
 * What stood where at the end of a day, as `with` tables of a statement: `standing` (placeId, itemId, onHandMicro, valueE4), and by
 * when things were entered `late` (entries). It is what is there now, less what came and went since. Since is by when things
 * happened, by the figures by day, or by when they were entered, by the moves themselves. That is the sum of all moves that
 * happened, or were entered, until then; the nearer the day, the less is read.
 */
export async function standingAt(
  db: Queryable,
  actor: Actor,
  { day, by, itemId, placeId, branchId, category }: StandingAsked,
): Promise<RawBuilder<unknown>> {
  const kept = await keptBack(db, actor);
  const asked = (place: string, item: string) => [
    placesOf(actor),
    kept.tells(place, item),
    ...(itemId === undefined ? [] : [sql`${ref(item)} = ${itemId}`]),
    ...(placeId === undefined ? [] : [sql`${ref(place)} = ${placeId}`]),
    ...(branchId === undefined ? [] : [sql`places.${ref('branchId')} = ${branchId}`]),
    ...(category === undefined
      ? []
      : [sql`${ref(item)} in (select ${ref('_id')} from items where category = ${category})`]),
  ];
  return sql`
    ${by === 'posted' ? await enteredSince(db, day, asked('sides.place', 'sides.item')) : happenedSince(actor, day)}, standing as (
      select b.${ref('placeId')}, b.${ref('itemId')},
        cast(b.${ref('onHandMicro')} - coalesce(since.qty, 0) as bigint) as ${ref('onHandMicro')},
        cast(b.${ref('valueE4')} - coalesce(since.worth, 0) as bigint) as ${ref('valueE4')}
      from balances as b
      join places on places.${ref('placeId')} = b.${ref('placeId')}
      left join since on since.${ref('placeId')} = b.${ref('placeId')} and since.${ref('itemId')} = b.${ref('itemId')}
      where ${sql.join(asked('b.placeId', 'b.itemId'), sql` and `)}
    )`;
}

/** What stood where at the end of a day, and what it was worth. */
export async function stockAt(db: Queryable, actor: Actor, query: StockAsAtQuery): Promise<Answer> {
  const { day, by } = query;
  const showsValues = mayRead(actor, 'costs');
  const standing = await standingAt(db, actor, query);
  const isSomething = sql`s.${ref('onHandMicro')} <> 0 or s.${ref('valueE4')} <> 0`;
  const fields: Record<string, JsonField> = {
    itemId: ['s.itemId', 'text'],
    placeId: ['s.placeId', 'text'],
    onHand: ['s.onHandMicro', 'micro'],
    ...(showsValues && { value: ['s.valueE4', 'e4'] as const }),
  };
  const worth = sumInHalves(ref('s.valueE4'));
  // One statement for both: rows and their sum are of one moment.
  const { rows } = await sql<
    { json: string; total: number; late: number | null } & Record<'high' | 'low', number | null>
  >`
    with ${standing}, listed as (select * from standing as s where ${isSomething}),
    counted as (select count(*) as total, ${worth.high} as high, ${worth.low} as low from listed as s)
    select counted.total, counted.high, counted.low,
      ${by === 'posted' ? sql`(select entries from late)` : sql`null`} as late, ${jsonText(db.dialect, jsonObject(db.dialect, fields))} as json
    from counted left join listed as s on 1 = 1
    order by s.${ref('placeId')}, s.${ref('itemId')} limit ${sql.lit(mostCompact)}`.execute(db);
  const [first] = rows;
  const total = Number(first?.total ?? 0);
  const valueE4 = exactSum(first?.high, first?.low);
  const value = showsValues && valueE4 !== null ? fromE4(valueE4) : null;
  const listed = total === 0 ? '[]' : joinJson(rows);
  return {
    status: 200,
    raw: true,
    body: `{"day":${JSON.stringify(day)},"by":"${by}","late":${by === 'posted' ? Number(first?.late ?? 0) : null},"value":${value},"total":${total},"rows":${listed}}`,
    headers: { 'x-total-count': String(total) },
  };
}

/** What came and went after a day, by when it happened: a row for each place and item. */
const happenedSince = (actor: Actor, day: string) => sql`
    since as (
      select d.${ref('placeId')}, d.${ref('itemId')}, sum(d.${ref('qtyMicro')}) as qty, sum(d.${ref('valueE4')}) as worth
      from places join ${sql.table('stockDaily')} as d on d.${ref('placeId')} = places.${ref('placeId')}
      where d.${ref('businessDay')} > ${day} and ${placesOf(actor)}
      group by d.${ref('placeId')}, d.${ref('itemId')}
    )`;

/**
 * The same by when it was entered, after the evening of the day on the clock of each place; `late`: how many of these
 * postings are of that day or before.
 */
async function enteredSince(db: Queryable, day: string, asked: readonly RawBuilder<unknown>[]) {
  const branches = await db.selectFrom('branches').select(['_id', 'timezone']).execute();
  const evenings = branches.map(({ _id, timezone }) => ({ _id, at: endOfBusinessDay(day, timezone) }));
  const elsewhere = endOfBusinessDay(day, null);
  const first = evenings.reduce((earliest, { at }) => (at < earliest ? at : earliest), elsewhere);
  const rows = [...evenings, { _id: '', at: elsewhere }].map(({ _id, at }) => sql`(${_id}, ${at})`);
  const isEntered = sql`${ref('postedAt')} >= ${first}`;
  /** Both sides of such moves, at the places that are asked for and after their own evening. */
  const entered = (isAsked: (businessDay: string) => RawBuilder<unknown>) => {
    const side = (place: string, businessDay: string, sign: RawBuilder<unknown>) => sql`
        select seq, ${ref(place)} as place, ${ref('itemId')} as item, ${ref('postedAt')} as at,
          ${sign}${ref('qtyMicro')} as qty, ${sign}${ref('valueE4')} as worth
        from ${sql.table('stockMoves')} where ${isAsked(businessDay)}`;
    return sql`
      (${side('toPlace', 'arrivalDay', sql``)} union all ${side('fromPlace', 'businessDay', sql`-`)}) as sides
      join places on places.${ref('placeId')} = sides.place
      join evenings on evenings.branch = coalesce(places.${ref('branchId')}, '')
      where sides.at >= evenings.evening and ${sql.join(asked, sql` and `)}`;
  };
  return sql`
    evenings(branch, evening) as (values ${sql.join(rows)}),
    late as (
      select count(distinct sides.seq) as entries
      from ${entered((businessDay) => sql`${isEntered} and ${ref(businessDay)} <= ${day}`)}
    ), since as (
      select sides.place as ${ref('placeId')}, sides.item as ${ref('itemId')}, sum(sides.qty) as qty, sum(sides.worth) as worth
      from ${entered(() => isEntered)} group by sides.place, sides.item
    )`;
}
