import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/server/db/types.ts';

const col = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);
const text = (value: RawBuilder<unknown>) => sql`coalesce(cast(${value} as text), 'nothing')`;

/** Ledger quantities of batches by line and part: used and produced, less reversals. */
const sumBatchMoves = (condition: RawBuilder<unknown>) => sql`(
  select ${condition} as ${col('owner')}, ${col('cycle')} as ${col('part')},
    sum(case when kind in ('consumption', 'production') then ${col('qtyMicro')} else -${col('qtyMicro')} end) as qty,
    sum(case when kind = 'consumption' then ${col('valueE4')} when kind = 'consumption_reversal' then -${col('valueE4')} else 0 end) as used,
    sum(case when kind = 'production' then ${col('valueE4')} when kind = 'production_reversal' then -${col('valueE4')} else 0 end) as made
  from ${table('stockMoves')} where ${col('docType')} = 'production_batch'
    and kind in ('consumption', 'production', 'consumption_reversal', 'production_reversal')
  group by ${condition}, ${col('cycle')})`;

/**
 * Finds batches whose quantities or values differ from the ledger or from their parts, or whose input doesn't
 * equal output plus loss.
 */
export async function findWrongBatches(db: Queryable, max: number): Promise<string[]> {
  const checks = [
    sql`select 'batch line ' || l.${col('lineId')} || ': ' || ${text(sql`l.${col('postedQtyMicro')}`)} || ' worth '
        || ${text(sql`l.${col('valueE4')}`)} || ', ledger ' || ${text(sql`sum(m.qty)`)} || ' worth '
        || ${text(sql`sum(m.used + m.made)`)} as message
      from ${table('productionLines')} as l left join ${sumBatchMoves(col('docLineId'))} as m on m.owner = l.${col('lineId')}
      group by l.${col('lineId')}, l.${col('postedQtyMicro')}, l.${col('valueE4')}
      having coalesce(sum(m.qty), 0) <> l.${col('postedQtyMicro')}
        or coalesce(sum(m.used + m.made), 0) <> l.${col('valueE4')}`,
    sql`select 'batch ' || b.number || ': output, loss, number of parts or value differs from its parts' as message
      from ${table('productionBatches')} as b left join ${table('productionParts')} as p
        on p.${col('batchId')} = b.${col('_id')} and p.${col('reversedAt')} is null
      group by b.${col('_id')}, b.number, b.${col('goodQtyMicro')}, b.${col('lostQtyMicro')}, b.parts, b.${col('valueE4')}
      having coalesce(sum(p.${col('goodMicro')}), 0) <> b.${col('goodQtyMicro')}
        or coalesce(sum(p.${col('lostMicro')}), 0) <> b.${col('lostQtyMicro')}
        or count(p.${col('partId')}) <> b.parts or coalesce(sum(p.${col('valueE4')}), 0) <> b.${col('valueE4')}`,
    sql`select 'part ' || p.${col('partId')} || ': ' || ${text(sql`p.${col('valueE4')}`)} || ' input value, ledger '
        || ${text(sql`m.used`)} || ' used and ' || ${text(sql`m.made`)} || ' produced' as message
      from ${table('productionParts')} as p left join ${sumBatchMoves(col('docId'))} as m
        on m.owner = p.${col('batchId')} and m.part = p.no
      where case when p.${col('reversedAt')} is null
        then coalesce(m.used, 0) + p.${col('labourE4')} <> p.${col('valueE4')}
          or coalesce(m.made, 0) + p.${col('lostE4')} <> p.${col('valueE4')}
        else coalesce(m.used, 0) <> 0 or coalesce(m.made, 0) <> 0 end`,
  ];
  const found: string[] = [];
  for (const check of checks) {
    const { rows } = await sql<{
      message: string;
    }>`select * from (${check}) as wrong limit ${sql.lit(max)}`.execute(db);
    found.push(...rows.map(({ message }) => message));
  }
  return found;
}
