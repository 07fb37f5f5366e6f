import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from './remedies.ts';

const col = (name: string) => sql.ref(name);
const moves = sql.table('stockMoves');
const text = (value: RawBuilder<unknown>) => sql`coalesce(cast(${value} as text), 'nothing')`;
const isVirtual = (end: RawBuilder<unknown>) =>
  sql`${end} in ('supplier', 'wastage', 'production', 'consumption')`;

/**
 * Value that reversals by earlier versions of the software left at a virtual location: a move between that
 * location and `adjustment`.
 */
const corrected = sql`coalesce((select sum(case when c.${col('toPlace')} = reversal.${col('toPlace')}
      or c.${col('fromPlace')} = reversal.${col('fromPlace')} then c.${col('valueE4')} else -c.${col('valueE4')} end)
  from ${moves} as c where c.kind = 'reversal_difference' and c.${col('docType')} = reversal.${col('docType')}
    and c.${col('docLineId')} = reversal.${col('docLineId')} and c.lot = reversal.lot and c.cycle = reversal.cycle), 0)`;

/**
 * Every reversal returns the quantity and value of the original document, so that the virtual locations
 * (supplier, production, consumption, wastage) net to zero for that document.
 */
export const reversalChecks: readonly { invariant: Invariant; find: RawBuilder<{ message: string }> }[] = [
  {
    invariant: 'I9',
    find: sql`select reversal.${col('docType')} || ' ' || coalesce(reversal.${col('docNo')}, reversal.${col('docId')}) || ': move '
        || ${text(sql`reversal.seq`)} || ' reverses ' || ${text(sql`reversal.${col('qtyMicro')}`)} || ' worth '
        || ${text(sql`reversal.${col('valueE4')}`)} || ', move ' || ${text(sql`original.seq`)} || ' had moved '
        || ${text(sql`original.${col('qtyMicro')}`)} || ' worth ' || ${text(sql`original.${col('valueE4')}`)} as message
      from ${moves} as reversal join ${moves} as original on original.seq = reversal.${col('reversesSeq')}
      where reversal.${col('reversesSeq')} is not null and (reversal.${col('itemId')} <> original.${col('itemId')}
        or reversal.${col('qtyMicro')} <> original.${col('qtyMicro')} or reversal.${col('fromPlace')} <> original.${col('toPlace')}
        or reversal.${col('toPlace')} <> original.${col('fromPlace')}
        or ((${isVirtual(sql`reversal.${col('fromPlace')}`)} or ${isVirtual(sql`reversal.${col('toPlace')}`)})
          and reversal.${col('valueE4')} + ${corrected} <> original.${col('valueE4')}))`,
  },
];
