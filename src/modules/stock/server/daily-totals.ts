import { type RawBuilder, sql } from 'kysely';
import { isPiecesKind, piecesKinds } from '#core/move-kinds.ts';
import { isVirtualLocation } from '../ledger-locations.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { blockPostings } from './accounting-period.ts';

/**
 * Adds moves to the daily totals, the ledger's read model: quantity and value received (positive) or issued
 * (negative) by place, item, kind and business day; pieces are not included. Rows are written under the lock
 * of their balance, so this adds no contention.
 */
export async function addToDailyTotals(tx: Tx, moves: readonly NewRow<'stockMoves'>[]): Promise<void> {
  const rows = new Map<string, { key: string[]; qtyMicro: bigint; valueE4: bigint }>();
  const add = (key: string[], qtyMicro: bigint, valueE4: bigint) => {
    if (isVirtualLocation(key[0] ?? '')) return;
    const row = rows.get(key.join('|')) ?? { key, qtyMicro: 0n, valueE4: 0n };
    rows.set(key.join('|'), { key, qtyMicro: row.qtyMicro + qtyMicro, valueE4: row.valueE4 + valueE4 });
  };
  for (const { fromPlace, toPlace, itemId, kind, businessDay = '', arrivalDay = '', ...move } of moves) {
    if (isPiecesKind({ kind })) continue;
    const [qtyMicro, valueE4] = [BigInt(move.qtyMicro), BigInt(move.valueE4)];
    add([fromPlace, itemId, kind, businessDay], -qtyMicro, -valueE4);
    add([toPlace, itemId, kind, arrivalDay], qtyMicro, valueE4);
  }
  if (rows.size === 0) return;
  const values = [...rows.values()].map(
    ({ key, qtyMicro, valueE4 }) =>
      sql`(${sql.join(key)}, cast(${String(qtyMicro)} as bigint), cast(${String(valueE4)} as bigint))`,
  );
  const sum = (column: string) =>
    sql`${sql.ref(column)} = ${sql.ref(`stockDaily.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await sql`insert into ${sql.table('stockDaily')} (${columns}) values ${sql.join(values)}
    on conflict (${key}) do update set ${sum('qtyMicro')}, ${sum('valueE4')}`.execute(tx);
}

const key = sql.join(['placeId', 'itemId', 'kind', 'businessDay'].map((name) => sql.ref(name)));
const columns = sql`${key}, ${sql.ref('qtyMicro')}, ${sql.ref('valueE4')}`;

const ref = (name: string) => sql.ref(name);
/**
 * Daily totals `d` joined to `places` in this order: without the cross join SQLite reads all days before it
 * filters places.
 */
export const placesWithDailyTotals = sql`places cross join ${sql.table('stockDaily')} as d`;
export const isSamePlace = sql`d.${ref('placeId')} = places.${ref('placeId')}`;

const virtual = sql`('supplier', 'wastage', 'production', 'adjustment', 'consumption')`;

/** Moves of pieces alone change neither the quantity nor the value of a day. */
const isQuantityOrValue = sql`kind not in (${sql.join(piecesKinds.map((kind) => sql.lit(kind)))})`;

/** Both sides of moves at places with stock, as in the read model: `placeId … businessDay, qty, value`. */
export const moveSides = (moveFilter: RawBuilder<unknown>) => sql`(
  select ${ref('toPlace')} as ${ref('placeId')}, ${ref('itemId')}, kind, ${ref('arrivalDay')} as ${ref('businessDay')},
    ${ref('postedAt')}, ${ref('qtyMicro')} as qty, ${ref('valueE4')} as value
  from ${sql.table('stockMoves')} where ${ref('toPlace')} not in ${virtual} and ${isQuantityOrValue} and ${moveFilter}
  union all
  select ${ref('fromPlace')}, ${ref('itemId')}, kind, ${ref('businessDay')}, ${ref('postedAt')}, -${ref('qtyMicro')}, -${ref('valueE4')}
  from ${sql.table('stockMoves')} where ${ref('fromPlace')} not in ${virtual} and ${isQuantityOrValue} and ${moveFilter})`;

/** Both sides of every move. */
export const allMoveSides = moveSides(sql`1 = 1`);

/** Rebuilds the daily totals from the ledger, with postings blocked. */
export async function rebuildDailyTotals(tx: Tx): Promise<void> {
  await blockPostings(tx);
  await tx.deleteFrom('stockDaily').execute();
  await sql`insert into ${sql.table('stockDaily')} (${columns})
    select ${key}, sum(qty), sum(value) from ${allMoveSides} as sides group by ${key}`.execute(tx);
}
