import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Accrual } from '#contract/supplier-invoices.ts';
import { fromE4, toE4 } from '#domain/money.ts';
import type { Actor } from '#domain/permissions.ts';
import { nextPart } from '#domain/purchasing/match.ts';
import { exactly, fromMicro } from '#domain/quantity.ts';
import { sumInHalves, wholeOf } from '../../db/exact-sums.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import { expectedOf } from './matching.ts';
import type { Came } from './rows.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

type Row = Came &
  Pick<Accrual, 'supplierName' | 'supplierNameAlt' | 'placeName' | 'placeNameAlt' | 'currency'> & {
    billed: number | string;
    told: number | string;
    toldCharge: number | string;
  };

export interface AccrualsAsked {
  /** The day at whose end it is asked; now where it is left out. */
  asOf?: string | undefined;
  supplier?: string | undefined;
  place?: string | undefined;
  itemId?: string | undefined;
}
const dayOf = ({ asOf = '9999-12-31' }: AccrualsAsked): string => asOf;

const receiptLines = sql`${table('goodsReceiptLines')} as l join ${table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}`;

/** Did a match `m` stand at the end of a day? */
const stoodAt = (day: string) => sql`m.${ref('businessDay')} <= ${day}
  and (m.${ref('reversedDay')} is null or m.${ref('reversedDay')} > ${day})`;

/** What matches of a line `l` that stood at the end of a day come to. */
const upTo = (column: string, day: string): RawBuilder<unknown> => sql`coalesce((select sum(m.${ref(column)})
  from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')} and ${stoodAt(day)}), 0)`;

/** The day on which a line `l` was taken back. */
const takenBackOn = sql`coalesce((select max(b.${ref('businessDay')}) from ${table('stockMoves')} as b
  where b.${ref('docType')} = 'goods_receipt' and b.${ref('docId')} = l.${ref('receiptId')}
  and b.${ref('docLineId')} = l.${ref('lineId')} and b.kind = 'receipt_reversal'), '')`;

/** Lines that somebody sees and that had come by the end of the day. */
function isDue(actor: Actor, query: AccrualsAsked): RawBuilder<SqlBool> {
  const { supplier, place, itemId } = query;
  const day = dayOf(query);
  const is = (column: string, value: string | undefined) =>
    value === undefined ? sql`1 = 1` : sql`${ref(column)} = ${value}`;
  return sql`${scopeCondition(actor, { branch: 'r.place' })} and r.${ref('businessDay')} <= ${day}
    and (l.${ref('isReversed')} = 0 or ${takenBackOn} > ${day}) and l.${ref('qtyMicro')} > 0
    and ${is('r.supplier', supplier)} and ${is('r.place', place)} and ${is('l.itemId', itemId)}`;
}

/**
 * What was received and is not billed, as it was at the end of a day (left out: now), oldest first: accepted goods without an
 * invoice, and what receipts expect of freight and charges that no invoice has said anything of.
 */
export async function listAccruals(
  db: Queryable,
  actor: Actor,
  query: AccrualsAsked,
  isOne: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<Accrual[]> {
  const day = dayOf(query);
  const { rows } = await sql<Row>`select * from (
      select l.*, r.number, r.supplier, r.${ref('supplierName')}, r.${ref('supplierNameAlt')}, r.place,
        r.${ref('placeName')}, r.${ref('placeNameAlt')}, r.${ref('businessDay')}, r.currency,
        ${upTo('qtyMicro', day)} as billed, ${upTo('releasedE4', day)} as told,
        ${upTo('releasedChargeE4', day)} as ${ref('toldCharge')}
      from ${receiptLines} where ${isDue(actor, query)} and ${isOne}) as due
    where ${ref('qtyMicro')} > billed or ${ref('chargeE4')} > 0
    order by ${ref('businessDay')}, ${ref('receiptId')}, position`.execute(db);
  // A line beyond exact numbers has no amount that could be said; it takes the others nothing.
  return rows.flatMap((row) => exactly(() => accrualOf(row)) ?? []);
}

/** In the very words of their index (migration 206): lines without freight and charges of which not all is billed now. */
const isOpenNow = sql`l.${ref('chargeE4')} = 0 and l.${ref('qtyMicro')} > l.${ref('billedQtyMicro')}`;

/**
 * What all of them come to, in ten-thousandths. Of a line without freight and charges it is what it came into stock at, less what invoices
 * told of it: that the database adds up, and only lines with charges are read. What was open at the end of the day is open now, unless
 * a match came or was taken back since.
 */
export async function sumOfAccruals(db: Queryable, actor: Actor, query: AccrualsAsked): Promise<bigint> {
  const day = dayOf(query);
  const lines = sql`${table('goodsReceipts')} as r cross join ${table('goodsReceiptLines')} as l`;
  const matched = sql`select 1 from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')}`;
  const landed = ref('l.landedValueE4');
  const open = sql`case when not exists (${matched}) then ${landed}
    when l.${ref('qtyMicro')} > ${upTo('qtyMicro', day)}
      then ${landed} - ${upTo('releasedE4', day)} - ${upTo('releasedChargeE4', day)}
    else 0 end`;
  const since = (column: string) =>
    sql`select ${ref('receiptLineId')} from ${table('invoiceMatches')} where ${ref(column)} > ${day}`;
  const { high, low } = sumInHalves(sql`cast(worth as bigint)`);
  const { rows } = await sql<{ high: number | null; low: number | null }>`
    select ${high} as high, ${low} as low from (
      select ${open} as worth from ${lines}
      where l.${ref('receiptId')} = r.${ref('_id')} and ${isOpenNow} and ${isDue(actor, query)}
      union all
      select ${open} from ${receiptLines}
      where l.${ref('lineId')} in (${since('businessDay')} union ${since('reversedDay')})
        and not (${isOpenNow}) and l.${ref('chargeE4')} = 0 and ${isDue(actor, query)}
    ) as due`.execute(db);
  const charged = await listAccruals(db, actor, query, sql<SqlBool>`l.${ref('chargeE4')} <> 0`);
  return charged.reduce(
    (sum, { openValue, openCharge }) => sum + BigInt(toE4(openValue) + toE4(openCharge)),
    wholeOf(rows[0]?.high, rows[0]?.low),
  );
}

function accrualOf(row: Row): Accrual[] {
  const [goodsE4 = 0, chargesE4 = 0] = expectedOf(row);
  const openMicro = Math.max(0, row.qtyMicro - Number(row.billed));
  const openE4 = openMicro === 0 ? 0 : nextPart(goodsE4, row.qtyMicro, row.qtyMicro, Number(row.told));
  const openChargeE4 = chargesE4 - Number(row.toldCharge);
  if (openMicro === 0 && openChargeE4 === 0) return [];
  return [
    {
      receiptId: row.receiptId,
      receiptNo: row.number,
      receiptLineId: row.lineId,
      poLineId: row.poLineId,
      supplier: row.supplier,
      supplierName: row.supplierName,
      supplierNameAlt: row.supplierNameAlt,
      place: row.place,
      placeName: row.placeName,
      placeNameAlt: row.placeNameAlt,
      businessDay: row.businessDay,
      itemId: row.itemId,
      itemCode: row.itemCode,
      itemName: row.itemName,
      itemNameAlt: row.itemNameAlt,
      unitSymbol: row.unitSymbol,
      acceptedQty: fromMicro(row.qtyMicro),
      billedQty: fromMicro(Number(row.billed)),
      openQty: fromMicro(openMicro),
      price: fromE4(row.priceE4),
      currency: row.currency,
      openValue: fromE4(openE4),
      openCharge: fromE4(openChargeE4),
    },
  ];
}
