import { sql } from 'kysely';
import type { StockAsAtQuery } from '#contract/stock.ts';
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

/**
 * What stood where at the end of a day: what is there now, less what came and went since by the figures by day. That is the
 * sum of all moves that happened until then, whenever they were entered; the nearer the day, the less is read.
 */
export async function stockAt(
  db: Queryable,
  actor: Actor,
  { day, itemId, placeId }: StockAsAtQuery,
): Promise<Answer> {
  const kept = await keptBack(db, actor);
  const showsValues = mayRead(actor, 'costs');
  const conditions = [
    placesOf(actor),
    kept.tells('b.placeId', 'b.itemId'),
    ...(itemId === undefined ? [] : [sql`b.${ref('itemId')} = ${itemId}`]),
    ...(placeId === undefined ? [] : [sql`b.${ref('placeId')} = ${placeId}`]),
  ];
  const standing = sql`
    since as (
      select d.${ref('placeId')}, d.${ref('itemId')}, sum(d.${ref('qtyMicro')}) as qty, sum(d.${ref('valueE4')}) as worth
      from places join ${sql.table('stockDaily')} as d on d.${ref('placeId')} = places.${ref('placeId')}
      where d.${ref('businessDay')} > ${day} and ${placesOf(actor)}
      group by d.${ref('placeId')}, d.${ref('itemId')}
    ), standing as (
      select b.${ref('placeId')}, b.${ref('itemId')},
        cast(b.${ref('onHandMicro')} - coalesce(since.qty, 0) as bigint) as ${ref('onHandMicro')},
        cast(b.${ref('valueE4')} - coalesce(since.worth, 0) as bigint) as ${ref('valueE4')}
      from balances as b
      join places on places.${ref('placeId')} = b.${ref('placeId')}
      left join since on since.${ref('placeId')} = b.${ref('placeId')} and since.${ref('itemId')} = b.${ref('itemId')}
      where ${sql.join(conditions, sql` and `)}
    )`;
  const isSomething = sql`s.${ref('onHandMicro')} <> 0 or s.${ref('valueE4')} <> 0`;
  const fields: Record<string, JsonField> = {
    itemId: ['s.itemId', 'text'],
    placeId: ['s.placeId', 'text'],
    onHand: ['s.onHandMicro', 'micro'],
    ...(showsValues && { value: ['s.valueE4', 'e4'] as const }),
  };
  const worth = sumInHalves(ref('s.valueE4'));
  // One statement for both: rows and their sum are of one moment.
  const { rows } = await sql<{ json: string; total: number; high: number | null; low: number | null }>`
    with ${standing}, listed as (select * from standing as s where ${isSomething}),
    counted as (select count(*) as total, ${worth.high} as high, ${worth.low} as low from listed as s)
    select counted.total, counted.high, counted.low, ${jsonText(db.dialect, jsonObject(db.dialect, fields))} as json
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
    body: `{"day":${JSON.stringify(day)},"value":${value},"total":${total},"rows":${listed}}`,
    headers: { 'x-total-count': String(total) },
  };
}
