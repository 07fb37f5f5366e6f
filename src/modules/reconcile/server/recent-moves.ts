import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/server/db/types.ts';
import type { Violation } from './reconcile.ts';

const col = (name: string) => sql.ref(name);
const moves = sql.table('stockMoves');

/** Returns the sequence number of the newest move; 0 if there is none. */
export async function getLastMoveSeq(db: Queryable): Promise<number> {
  const { seq } = await db
    .selectFrom('stockMoves')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return Number(seq ?? 0);
}

/** Locations and items with moves after a sequence number. */
const movedAfter = (seq: number): RawBuilder<unknown> => sql`(
  select ${col('toPlace')} as ${col('placeId')}, ${col('itemId')} from ${moves} where seq > ${seq}
  union select ${col('fromPlace')}, ${col('itemId')} from ${moves} where seq > ${seq})`;

/** Counts the balances with moves after a sequence number. */
export async function countMovedAfter(db: Queryable, seq: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${movedAfter(seq)} as moved`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Checks invariant I2 for balances with moves after a sequence number: each balance is the sum of its moves.
 * Reads all moves of these balances; callers limit their number.
 *
 * @param max maximum number of violations returned
 */
export async function findRecentViolations(db: Queryable, seq: number, max = 20): Promise<Violation[]> {
  const sum = (column: string) => sql`(
    select coalesce(sum(case when m.${col('toPlace')} = b.${col('placeId')} then m.${col(column)} else 0 end), 0)
      - coalesce(sum(case when m.${col('fromPlace')} = b.${col('placeId')} then m.${col(column)} else 0 end), 0)
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
    where ${col('onHandMicro')} <> qty or ${col('valueE4')} <> value limit ${sql.lit(max)}`.execute(db);
  return rows.map(({ placeId, itemId, onHandMicro, valueE4, qty, value }) => ({
    invariant: 'I2',
    message: `item ${itemId} at ${placeId}: balance ${onHandMicro} worth ${valueE4}, ledger ${qty} worth ${value}`,
  }));
}
