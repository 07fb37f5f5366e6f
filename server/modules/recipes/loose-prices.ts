import { sql } from 'kysely';
import { type Exact, exact, exactDecimal, over, times } from '#domain/recipes/exact.ts';
import { isOneOf } from '../../db/json-sql.ts';
import type { Queryable } from '../../db/types.ts';

/** What an item was paid with that came in no pack. */
export interface LoosePrice {
  itemId: string;
  /** The day that it is of, and when it was entered. */
  since: string;
  at: string;
  /** Of a base unit, in ten-thousandths of the money of the business, as its paper was booked. */
  cost: Exact;
}

const ref = (name: string) => sql.ref(name);

/** Lines of papers that stand and whose prices no pack keeps: what was received loose, or billed so. */
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

/** What these items were paid with last until the end of a day (YYYY-MM-DD) where they came in no pack, by item. */
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
      const paid = times(exact(BigInt(priceMicro), 100n), exactDecimal(Number(rate)));
      return [itemId, { itemId, since, at, cost: over(paid, exact(BigInt(unitNum), BigInt(unitDen))) }];
    }),
  );
}

/** The items that came in no pack, or were billed so, within a period. */
export async function listItemsBoughtLoose(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ itemId: string }[]> {
  const { rows } = await sql<{ itemId: string }>`select distinct p.${ref('itemId')} from ${looseLines} as p
    where p.since >= ${from} and p.since <= ${to}`.execute(db);
  return rows;
}
