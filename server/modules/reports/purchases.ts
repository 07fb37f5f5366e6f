import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { receiptDocument } from '../../documents/buying-and-making.ts';
import { wholeSum } from './add-up.ts';
import { defineReport } from './define.ts';
import { rowsAskedFor } from './question.ts';

const line = (column: string) => sql.ref(`goodsReceiptLines.${column}`);
const receipt = (column: string) => sql.ref(`goodsReceipts.${column}`);

const lines = {
  scope: receiptDocument.scope,
  from: sql`${sql.table('goodsReceipts')} join ${sql.table('goodsReceiptLines')} on ${line('receiptId')} = ${receipt('_id')}`,
  counts: [sql<boolean>`${line('isReversed')} = 0`],
  columns: {
    day: 'goodsReceipts.businessDay',
    branch: 'goodsReceipts.place',
    item: 'goodsReceiptLines.itemId',
    supplier: 'goodsReceipts.supplier',
    document: 'goodsReceipts._id',
    number: 'goodsReceipts.number',
  },
} as const;

/** What came from suppliers, and what it came into stock at, its share of freight and charges included. */
export const purchases = defineReport({
  shape: reportShapes.purchases,
  ...lines,
  figures: {
    receipts: { count: sql`count(distinct ${receipt('_id')})` },
    lines: { count: sql`count(*)` },
    rejectedLines: { count: sql`count(case when ${line('rejectedQtyMicro')} > 0 then 1 end)` },
    received: { sum: line('baseQtyMicro') },
    landedValue: { sum: line('landedValueE4') },
  },
  reconcilesWith: {
    measure: 'landedValue',
    source: 'what the ledger says came by these receipts, less what was taken back',
    async sum(db, question) {
      const rows = rowsAskedFor(db.dialect, lines, question);
      const { high, low } = sumInHalves(
        sql`(case kind when 'receipt' then ${sql.ref('valueE4')} else -${sql.ref('valueE4')} end)`,
      );
      const { rows: sums } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockMoves')} where ${sql.ref('docType')} = 'goods_receipt'
          and kind in ('receipt', 'receipt_reversal')
          and ${sql.ref('docId')} in (select ${receipt('_id')} from ${rows})`.execute(db);
      return wholeSum(sums[0]);
    },
  },
});
