import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import { receiptReversalDay } from '#modules/supplier-invoices/server/accruals.ts';
import { sumFromHalves } from './aggregate.ts';
import { reportDays, defineReport } from './define.ts';

const ref = (name: string) => sql.ref(name);
const line = (column: string) => ref(`s.${column}`);

const receiptRows = (sign: 1 | -1, day: ReturnType<typeof sql>, where: ReturnType<typeof sql>) => sql`
  select r.${ref('_id')}, r.number, r.place, r.supplier, ${day} as day, l.${ref('itemId')}, ${sql.lit(sign)} as sign,
    ${sql.lit(sign)} * l.${ref('baseQtyMicro')} as qty, ${sql.lit(sign)} * l.${ref('landedValueE4')} as worth,
    l.${ref('rejectedQtyMicro')}
  from ${sql.table('goodsReceipts')} as r
  join ${sql.table('goodsReceiptLines')} as l on l.${ref('receiptId')} = r.${ref('_id')}
  where ${where}`;

const receiptDay = sql`r.${ref('businessDay')}`;
const isReversedLater = sql`l.${ref('isReversed')} = 1 and ${receiptReversalDay} > ${receiptDay}`;

/**
 * SQL for received lines by day. A later reversal is subtracted on the day of the reversal, so that closed
 * days don't change; a reversal on the same day removes the line. The few reversals are queried separately.
 */
const lines = sql`(${receiptRows(1, receiptDay, sql`l.${ref('isReversed')} = 0`)}
  union all ${receiptRows(1, receiptDay, isReversedLater)}
  union all ${receiptRows(-1, receiptReversalDay, isReversedLater)})`;

/** Goods received from suppliers at landed value. */
export const purchases = defineReport({
  shape: reportShapes.purchases,
  scope: { branch: 's.place' },
  from: sql`${lines} as s`,
  conditions: [sql<boolean>`1 = 1`],
  columns: {
    day: 's.day',
    branch: 's.place',
    item: 's.itemId',
    supplier: 's.supplier',
    document: 's._id',
    number: 's.number',
  },
  figures: {
    receipts: { count: sql`count(distinct case when s.sign = 1 then ${line('_id')} end)` },
    lines: { count: sql`coalesce(sum(s.sign), 0)` },
    rejectedLines: {
      count: sql`coalesce(sum(case when ${line('rejectedQtyMicro')} > 0 then s.sign end), 0)`,
    },
    received: { sum: line('qty') },
    landedValue: { sum: line('worth') },
  },
  reconcilesWith: {
    measure: 'landedValue',
    source: 'receipts in the ledger on these days, less reversals',
    async sum(db, request) {
      const { from, to } = reportDays(request);
      const { branch, item } = request.query;
      const matchesFilter = (column: string, value: string | undefined) =>
        value === undefined ? sql`1 = 1` : sql`${ref(column)} = ${value}`;
      const { high, low } = sumHighLow(
        sql`(case m.kind when 'receipt' then m.${ref('valueE4')} else -m.${ref('valueE4')} end)`,
      );
      const { rows: sums } = await sql<{ high: unknown; low: unknown }>`select ${high} as high, ${low} as low
        from ${sql.table('stockMoves')} as m join ${sql.table('goodsReceipts')} as r on r.${ref('_id')} = m.${ref('docId')}
        where m.${ref('docType')} = 'goods_receipt' and m.kind in ('receipt', 'receipt_reversal')
          and m.${ref('businessDay')} >= ${from} and m.${ref('businessDay')} <= ${to}
          and ${scopeCondition(request.actor, { branch: 'r.place' })}
          and ${matchesFilter('r.place', branch)} and ${matchesFilter('m.itemId', item)}`.execute(db);
      return sumFromHalves(sums[0]);
    },
  },
});
