import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from './remedies.ts';

const col = (name: string) => sql.ref(name);
const moves = sql.table('stockMoves');
const text = (value: RawBuilder<unknown>) => sql`coalesce(cast(${value} as text), 'nothing')`;
const isOutside = (end: RawBuilder<unknown>) =>
  sql`${end} in ('supplier', 'wastage', 'production', 'consumption')`;

/**
 * Value left on an outside account by reversals of earlier versions: a move between that account and
 * `adjustment`.
 */
const corrected = sql`coalesce((select sum(case when c.${col('toPlace')} = back.${col('toPlace')}
      or c.${col('fromPlace')} = back.${col('fromPlace')} then c.${col('valueE4')} else -c.${col('valueE4')} end)
  from ${moves} as c where c.kind = 'reversal_difference' and c.${col('docType')} = back.${col('docType')}
    and c.${col('docLineId')} = back.${col('docLineId')} and c.lot = back.lot and c.cycle = back.cycle), 0)`;

/**
 * Every reversal returns the quantity and value of the original document, so that the outside accounts
 * (supplier, production, consumption, wastage) net to zero for that document.
 */
export const reversalChecks: readonly { invariant: Invariant; find: RawBuilder<{ message: string }> }[] = [
  {
    invariant: 'I9',
    find: sql`select back.${col('docType')} || ' ' || coalesce(back.${col('docNo')}, back.${col('docId')}) || ': move '
        || ${text(sql`back.seq`)} || ' reverses ' || ${text(sql`back.${col('qtyMicro')}`)} || ' worth '
        || ${text(sql`back.${col('valueE4')}`)} || ', move ' || ${text(sql`own.seq`)} || ' had moved '
        || ${text(sql`own.${col('qtyMicro')}`)} || ' worth ' || ${text(sql`own.${col('valueE4')}`)} as message
      from ${moves} as back join ${moves} as own on own.seq = back.${col('reversesSeq')}
      where back.${col('reversesSeq')} is not null and (back.${col('itemId')} <> own.${col('itemId')}
        or back.${col('qtyMicro')} <> own.${col('qtyMicro')} or back.${col('fromPlace')} <> own.${col('toPlace')}
        or back.${col('toPlace')} <> own.${col('fromPlace')}
        or ((${isOutside(sql`back.${col('fromPlace')}`)} or ${isOutside(sql`back.${col('toPlace')}`)})
          and back.${col('valueE4')} + ${corrected} <> own.${col('valueE4')}))`,
  },
];
