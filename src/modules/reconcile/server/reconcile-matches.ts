import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/server/db/types.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);
const text = (value: RawBuilder<unknown>) => sql`cast(${value} as text)`;

/** Total of the active matches of a line `l`. */
const sumActiveMatches = (
  column: string,
  key: string,
  condition: RawBuilder<unknown> = sql`1 = 1`,
) => sql`coalesce((select sum(m.${ref(column)}) from ${table('invoiceMatches')} as m
  where m.${ref(key)} = l.${ref('lineId')} and m.${ref('reversedDay')} is null and ${condition}), 0)`;
const isInvoiced = sql`m.${ref('transferId')} is null`;
const isReturned = sql`m.${ref('transferId')} is not null`;

/** Value invoiced on a purchase line `l`: invoices less credit notes. */
const billedValue = sql`coalesce((select sum(case when i.kind = 'credit'
    then -b.${ref('valueE4')} else b.${ref('valueE4')} end) from ${table('supplierInvoiceLines')} as b
  join ${table('supplierInvoices')} as i on i.${ref('_id')} = b.${ref('invoiceId')}
  where b.${ref('poLineId')} = l.${ref('lineId')} and i.status = 'Posted' and b.${ref('transferId')} is null), 0)`;

const checks: readonly RawBuilder<{ message: string }>[] = [
  sql`select 'receipt line ' || l.${ref('lineId')} || ': billed ' || ${text(ref('l.billedQtyMicro'))} || ' worth '
      || ${text(ref('l.billedValueE4'))} || ', which differs from its matches' as message
    from ${table('goodsReceiptLines')} as l
    where l.${ref('billedQtyMicro')} <> ${sumActiveMatches('qtyMicro', 'receiptLineId', isInvoiced)}
      or l.${ref('returnedQtyMicro')} <> ${sumActiveMatches('qtyMicro', 'receiptLineId', isReturned)}
      or l.${ref('billedValueE4')} <> ${sumActiveMatches('valueE4', 'receiptLineId')}
      or l.${ref('billedQtyMicro')} + l.${ref('returnedQtyMicro')} > l.${ref('qtyMicro')}`,
  sql`select 'invoice line ' || l.${ref('lineId')} || ': matched ' || ${text(ref('l.matchedQtyMicro'))}
      || ', which differs from its matches' as message
    from ${table('supplierInvoiceLines')} as l join ${table('supplierInvoices')} as o on o.${ref('_id')} = l.${ref('invoiceId')}
    where o.kind = 'invoice' and (l.${ref('matchedQtyMicro')} <> ${sumActiveMatches('qtyMicro', 'lineId', isInvoiced)}
      or l.${ref('matchedQtyMicro')} + l.${ref('creditedQtyMicro')} > l.${ref('qtyMicro')})`,
  sql`select 'purchase line ' || l.${ref('lineId')} || ': billed ' || ${text(ref('l.billedQtyMicro'))} || ' worth '
      || ${text(ref('l.billedValueE4'))} || ', which differs from its invoices' as message
    from ${table('purchaseLines')} as l where l.${ref('billedValueE4')} <> ${billedValue}`,
  sql`select 'match ' || m.${ref('matchId')} || ': its parts do not add up to its amount' as message
    from ${table('invoiceMatches')} as m where m.${ref('amountE4')} <>
      m.${ref('releasedE4')} + m.${ref('releasedChargeE4')} + m.${ref('stockE4')} + m.${ref('varianceE4')}`,
];

/** Finds invoiced totals that differ from their matches; at most `max` per kind. */
export async function findWrongMatches(db: Queryable, max: number): Promise<string[]> {
  const found: string[] = [];
  for (const check of checks) {
    const { rows } = await sql<{
      message: string;
    }>`select * from (${check}) as found limit ${sql.lit(max)}`.execute(db);
    found.push(...rows.map(({ message }) => message));
  }
  return found;
}
