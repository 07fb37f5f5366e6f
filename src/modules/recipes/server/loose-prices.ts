import { sql } from 'kysely';
import { type Exact, exact, parseExactDecimal, divideExact, multiplyExact } from '#core/exact.ts';
import { isOneOf } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Price of an item bought without a pack. */
export interface LoosePrice {
  itemId: string;
  /** Business day and time of entry. */
  since: string;
  at: string;
  /** Per base unit, in ten-thousandths of the base currency at the booked rate. */
  cost: Exact;
}

const ref = (name: string) => sql.ref(name);

/** SQL lines of valid receipts and invoices without a pack, whose prices aren't in the price history. */
const looseLines = sql`(
  select l.${ref('itemId')}, h.${ref('businessDay')} as since, h.${ref('createdAt')} as at, l.${ref('lineId')}, l.${ref('priceMicro')},
    l.${ref('unitNum')}, l.${ref('unitDen')}, h.rate
  from ${sql.table('goodsReceiptLines')} as l join ${sql.table('goodsReceipts')} as h on h.${ref('_id')} = l.${ref('receiptId')}
  where (l.${ref('packagingId')} is null or l.unit is not null) and l.${ref('isReversed')} = 0 and l.${ref('qtyMicro')} > 0
  union all
  select l.${ref('itemId')}, h.date, h.${ref('postedAt')}, l.${ref('lineId')}, l.${ref('priceMicro')}, l.${ref('unitNum')},
    l.${ref('unitDen')}, h.rate
  from ${sql.table('supplierInvoiceLines')} as l join ${sql.table('supplierInvoices')} as h on h.${ref('_id')} = l.${ref('invoiceId')}
  where (l.${ref('packagingId')} is null or l.unit is not null) and l.${ref('qtyMicro')} > 0
    and h.kind = 'invoice' and h.status = 'Posted')`;

interface LooseRow extends Omit<LoosePrice, 'cost'> {
  priceMicro: number;
  unitNum: number;
  unitDen: number;
  rate: number;
}

/** Loads the last price of items bought without a pack, up to a day (YYYY-MM-DD), by item. */
export async function loadLoosePrices(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<Map<string, LoosePrice>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LooseRow>`select * from (
      select p.*, row_number() over (partition by p.${ref('itemId')}
        order by p.since desc, p.at desc, p.${ref('lineId')} desc) as nth
      from ${looseLines} as p where ${isOneOf(db, 'p.itemId', ids)} and p.since <= ${day}) as ranked
    where nth = 1`.execute(db);
  return new Map(
    rows.map(({ itemId, since, at, priceMicro, unitNum, unitDen, rate }) => {
      const amount = multiplyExact(exact(BigInt(priceMicro), 100n), parseExactDecimal(Number(rate)));
      return [
        itemId,
        { itemId, since, at, cost: divideExact(amount, exact(BigInt(unitNum), BigInt(unitDen))) },
      ];
    }),
  );
}

/** Lists the items received or invoiced without a pack within a period. */
export async function listItemsBoughtLoose(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ itemId: string }[]> {
  const { rows } = await sql<{ itemId: string }>`select distinct p.${ref('itemId')} from ${looseLines} as p
    where p.since >= ${from} and p.since <= ${to}`.execute(db);
  return rows;
}
