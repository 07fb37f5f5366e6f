import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../db/types.ts';
import type { Violation } from './reconcile.ts';

const col = (name: string) => sql.ref(name);
const moves = sql.table('stockMoves');

/** The sequence number of the newest move, 0 when there is none. */
export async function newestMove(db: Queryable): Promise<number> {
  const { seq } = await db
    .selectFrom('stockMoves')
    .select((on) => on.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return Number(seq ?? 0);
}

/** Places and items of the moves after a sequence number. */
const movedAfter = (seq: number): RawBuilder<unknown> => sql`(
  select ${col('toPlace')} as ${col('placeId')}, ${col('itemId')} from ${moves} where seq > ${seq}
  union select ${col('fromPlace')}, ${col('itemId')} from ${moves} where seq > ${seq})`;

/** How many items at places have moved since. */
export async function countMovedAfter(db: Queryable, seq: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${movedAfter(seq)} as moved`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * The invariant I2 for what has moved after a sequence number alone: each balance is the sum of its moves. Reads the moves of those
 * items; whoever calls it decides how many those may be.
 *
 * @param most violations named
 */
export async function findRecentViolations(db: Queryable, seq: number, most = 20): Promise<Violation[]> {
  const sum = (of: string) => sql`(
    select coalesce(sum(case when m.${col('toPlace')} = b.${col('placeId')} then m.${col(of)} else 0 end), 0)
      - coalesce(sum(case when m.${col('fromPlace')} = b.${col('placeId')} then m.${col(of)} else 0 end), 0)
    from ${moves} as m where m.${col('itemId')} = b.${col('itemId')}
      and (m.${col('toPlace')} = b.${col('placeId')} or m.${col('fromPlace')} = b.${col('placeId')}))`;
  const { rows } = await sql<
    Record<'placeId' | 'itemId' | 'onHandMicro' | 'valueE4' | 'qty' | 'value', unknown>
  >`
    select * from (
      select b.${col('placeId')}, b.${col('itemId')}, b.${col('onHandMicro')}, b.${col('valueE4')},
        ${sum('qtyMicro')} as qty, ${sum('valueE4')} as value
      from ${sql.table('balances')} as b join ${movedAfter(seq)} as moved
        on moved.${col('placeId')} = b.${col('placeId')} and moved.${col('itemId')} = b.${col('itemId')}) as sums
    where ${col('onHandMicro')} <> qty or ${col('valueE4')} <> value limit ${sql.lit(most)}`.execute(db);
  return rows.map(({ placeId, itemId, onHandMicro, valueE4, qty, value }) => ({
    invariant: 'I2',
    message: `item ${itemId} at ${placeId}: balance ${onHandMicro} worth ${valueE4}, ledger ${qty} worth ${value}`,
  }));
}
