import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/types.ts';
import { blockPostings } from './accounting-period.ts';

const ref = (name: string) => sql.ref(name);
const virtual = sql`('supplier', 'wastage', 'production', 'adjustment', 'consumption')`;
const columns = sql`${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}, ${ref('onHandMicro')}, ${ref('reservedMicro')}`;

/**
 * Rebuilds lot balances from the ledger: each lot by its moves, stock without a lot as the rest of the
 * balance, and picked quantities from the reservations. Postings are blocked.
 */
export async function rebuildLots(tx: Tx): Promise<void> {
  await blockPostings(tx);
  await tx.deleteFrom('lotBalances').execute();
  const lotQuantities = sql`(
    select ${ref('placeId')}, m.${ref('itemId')}, m.${ref('lotId')}, sum(qty) as qty from (
      select ${ref('toPlace')} as ${ref('placeId')}, ${ref('itemId')},
        coalesce(${ref('toLotId')}, ${ref('lotId')}) as ${ref('lotId')}, ${ref('qtyMicro')} as qty
        from ${sql.table('stockMoves')} where ${ref('lotId')} is not null
      union all
      select ${ref('fromPlace')}, ${ref('itemId')}, ${ref('lotId')}, -${ref('qtyMicro')}
        from ${sql.table('stockMoves')} where ${ref('lotId')} is not null
    ) as m join lots as o on o.${ref('_id')} = m.${ref('lotId')} and o.code <> ''
    where ${ref('placeId')} not in ${virtual} group by ${ref('placeId')}, m.${ref('itemId')}, m.${ref('lotId')})`;
  await sql`insert into ${sql.table('lotBalances')} (${columns})
    select ${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}, qty, 0 from ${lotQuantities} as moved where qty <> 0`.execute(
    tx,
  );
  // The part of a balance that lots don't cover is stock without a lot.
  await sql`insert into ${sql.table('lotBalances')} (${columns})
    select b.${ref('placeId')}, b.${ref('itemId')}, o.${ref('_id')}, b.${ref('onHandMicro')} - coalesce(sum(l.${ref('onHandMicro')}), 0), 0
    from balances as b
    join lots as o on o.${ref('itemId')} = b.${ref('itemId')} and o.code = ''
    left join ${sql.table('lotBalances')} as l on l.${ref('placeId')} = b.${ref('placeId')} and l.${ref('itemId')} = b.${ref('itemId')}
    group by b.${ref('placeId')}, b.${ref('itemId')}, o.${ref('_id')}, b.${ref('onHandMicro')}
    having b.${ref('onHandMicro')} <> coalesce(sum(l.${ref('onHandMicro')}), 0)`.execute(tx);
  await sql`insert into ${sql.table('lotBalances')} (${columns})
    select ${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}, 0, sum(${ref('qtyMicro')})
    from ${sql.table('lotReservations')} as held where true group by ${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}
    on conflict (${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')}) do update set
      ${ref('reservedMicro')} = ${ref('excluded.reservedMicro')}`.execute(tx);
}
