import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Accrual } from '#contract/supplier-invoices.ts';
import { fromE4 } from '#domain/money.ts';
import type { Actor } from '#domain/permissions.ts';
import { nextPart } from '#domain/purchasing/match.ts';
import { exactly, fromMicro } from '#domain/quantity.ts';
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

/** What matches of a line `l` that stood at the end of a day come to. */
const upTo = (column: string, day: string): RawBuilder<unknown> => sql`coalesce((select sum(m.${ref(column)})
  from ${table('invoiceMatches')} as m where m.${ref('receiptLineId')} = l.${ref('lineId')}
  and m.${ref('businessDay')} <= ${day} and (m.${ref('reversedDay')} is null or m.${ref('reversedDay')} > ${day})), 0)`;

/** The day on which a line `l` was taken back. */
const takenBackOn = sql`coalesce((select max(b.${ref('businessDay')}) from ${table('stockMoves')} as b
  where b.${ref('docType')} = 'goods_receipt' and b.${ref('docId')} = l.${ref('receiptId')}
  and b.${ref('docLineId')} = l.${ref('lineId')} and b.kind = 'receipt_reversal'), '')`;

/**
 * What was received and is not billed, as it was at the end of a day (left out: now), oldest first: accepted goods without an
 * invoice, and what receipts expect of freight and charges that no invoice has said anything of.
 */
export async function listAccruals(
  db: Queryable,
  actor: Actor,
  query: { asOf?: string | undefined; supplier?: string | undefined; place?: string | undefined },
): Promise<Accrual[]> {
  const day = query.asOf ?? '9999-12-31';
  const { supplier, place } = query;
  const where: RawBuilder<SqlBool>[] = [
    scopeCondition(actor, { branch: 'r.place' }),
    sql<SqlBool>`r.${ref('businessDay')} <= ${day}`,
    sql<SqlBool>`(l.${ref('isReversed')} = 0 or ${takenBackOn} > ${day})`,
    sql<SqlBool>`l.${ref('qtyMicro')} > 0`,
    ...(supplier === undefined ? [] : [sql<SqlBool>`r.supplier = ${supplier}`]),
    ...(place === undefined ? [] : [sql<SqlBool>`r.place = ${place}`]),
  ];
  const { rows } = await sql<Row>`select * from (
      select l.*, r.number, r.supplier, r.${ref('supplierName')}, r.${ref('supplierNameAlt')}, r.place,
        r.${ref('placeName')}, r.${ref('placeNameAlt')}, r.${ref('businessDay')}, r.currency,
        ${upTo('qtyMicro', day)} as billed, ${upTo('releasedE4', day)} as told,
        ${upTo('releasedChargeE4', day)} as ${ref('toldCharge')}
      from ${table('goodsReceiptLines')} as l join ${table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}
      where ${sql.join(where, sql` and `)}) as due
    where ${ref('qtyMicro')} > billed or ${ref('chargeE4')} > 0
    order by ${ref('businessDay')}, ${ref('receiptId')}, position`.execute(db);
  // A line beyond exact numbers has no amount that could be said; it takes the others nothing.
  return rows.flatMap((row) => exactly(() => accrualOf(row)) ?? []);
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
