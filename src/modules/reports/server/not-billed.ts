import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  type AccrualFilter,
  sumAccruals,
  computeOpenAccrualValue,
  streamAccruals,
} from '#modules/supplier-invoices/server/accruals.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineRows, type RawRow, type ReportRequest, type RowTotals } from './define.ts';

const ref = (name: string) => sql.ref(name);
const toE4 = (amount: number): number => Math.round(amount * 10_000);

const toAccrualFilter = ({ day, branch, supplier, item }: ReportRequest['query']): AccrualFilter => ({
  asOf: day,
  supplier,
  place: branch,
  itemId: item,
});

async function loadTotals(db: Queryable, { actor, query }: ReportRequest): Promise<RowTotals> {
  const { lines, goodsE4, chargesE4 } = await sumAccruals(db, actor, toAccrualFilter(query));
  return {
    count: lines,
    sums: new Map([
      ['goods', goodsE4],
      ['charges', chargesE4],
      ['open', goodsE4 + chargesE4],
    ]),
  };
}

async function* streamRows(
  db: Queryable,
  { actor, query, prefersAltName }: ReportRequest,
): AsyncGenerator<RawRow[]> {
  const chooseName = (name: string, alt: string | null) => (prefersAltName && alt ? alt : name);
  for await (const accruals of streamAccruals(db, actor, toAccrualFilter(query)))
    yield accruals.map((row) => ({
      key: row.receiptLineId,
      itemId: row.itemId,
      branchId: row.place,
      docType: 'goods_receipt',
      docId: row.receiptId,
      docNo: row.receiptNo,
      day: row.businessDay,
      document: row.receiptNo,
      supplier: chooseName(row.supplierName, row.supplierNameAlt),
      item: chooseName(row.itemName, row.itemNameAlt),
      place: chooseName(row.placeName, row.placeNameAlt),
      openQty: Math.round(row.openQty * 1_000_000),
      unit: row.unitSymbol,
      goods: toE4(row.openValue),
      charges: toE4(row.openCharge),
      open: toE4(row.openValue) + toE4(row.openCharge),
    }));
}

/** Goods received and not invoiced at the end of a day (GRNI). */
export const notBilled = defineRows({
  shape: reportShapes['not-billed'],
  async read(db, request) {
    return { ...(await loadTotals(db, request)), stream: () => streamRows(db, request) };
  },
  computeTotals: loadTotals,
  figures: {
    open: (db, { actor, query }) => computeOpenAccrualValue(db, actor, toAccrualFilter(query)),
  },
  reconcilesWith: {
    measure: 'open',
    source: 'landed value of receipts less the value that invoices have matched',
    async sum(db, { actor, query: { day } }) {
      const inScope = scopeCondition(actor, { branch: 'r.place' });
      const lines = sql`${sql.table('goodsReceiptLines')} as l
        join ${sql.table('goodsReceipts')} as r on r.${ref('_id')} = l.${ref('receiptId')}`;
      const isOpenOnDay = sql`l.${ref('isReversed')} = 0 and r.${ref('businessDay')} <= ${day} and ${inScope}`;
      const receivedValue = sumHighLow(sql`l.${ref('landedValueE4')}`);
      const billedValue = sumHighLow(sql`(m.${ref('releasedE4')} + m.${ref('releasedChargeE4')})`);
      const { rows: receiptSums } = await sql<{
        high: unknown;
        low: unknown;
      }>`select ${receivedValue.high} as high, ${receivedValue.low} as low
        from ${lines} where ${isOpenOnDay}`.execute(db);
      const { rows: matchSums } = await sql<{
        high: unknown;
        low: unknown;
      }>`select ${billedValue.high} as high, ${billedValue.low} as low
        from ${lines} join ${sql.table('invoiceMatches')} as m on m.${ref('receiptLineId')} = l.${ref('lineId')}
        where ${isOpenOnDay} and m.${ref('businessDay')} <= ${day}
          and (m.${ref('reversedDay')} is null or m.${ref('reversedDay')} > ${day})`.execute(db);
      return sumFromHalves(receiptSums[0]) - sumFromHalves(matchSums[0]);
    },
  },
});
