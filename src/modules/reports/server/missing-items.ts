import { sql } from 'kysely';
import { divideHalfEven } from '#core/quantity.ts';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineReport } from './define.ts';
import { lineColumns } from './order-lines.ts';
import { buildReportRows } from './report-rows.ts';

const line = (column: string) => sql.ref(`orderLines.${column}`);
const status = sql.ref('orders.status');

/** Short and damaged quantities count only after receipt. */
const onArrival = (column: 'shortQtyMicro' | 'damagedQtyMicro') =>
  sql`(case when ${status} = 'Received' then coalesce(${line(column)}, 0) else 0 end)`;
const short = onArrival('shortQtyMicro');
const damaged = onArrival('damagedQtyMicro');

/** Shipped quantities are compared with ordered quantities, as in the fill rate, not with approved ones. */
const shipped = sql`coalesce(${line('shippedQtyMicro')}, 0)`;
const isNotShipped = sql`${shipped} < ${line('orderQtyMicro')}`;

const lines = {
  scope: orderDocument.scope,
  ...lineColumns,
  from: sql`orders join ${sql.table('orderLines')} on ${line('orderId')} = ${sql.ref('orders._id')}`,
  conditions: [
    sql<boolean>`${status} in ('Shipped', 'Received')`,
    sql<boolean>`${line('orderQtyMicro')} > 0`,
    sql<boolean>`(${isNotShipped} or ${short} > 0 or ${damaged} > 0)`,
  ],
};

const count = (condition: typeof short) => ({ count: sql`count(case when ${condition} then 1 end)` });

/** Lines shipped short, or received short or damaged. */
export const missingItems = defineReport({
  shape: reportShapes['missing-items'],
  ...lines,
  figures: {
    missed: { count: sql`count(*)` },
    notShippedLines: count(isNotShipped),
    shortLines: count(sql`${short} > 0`),
    damagedLines: count(sql`${damaged} > 0`),
    ordered: { sum: line('orderQtyMicro') },
    notShipped: {
      sum: sql`(case when ${isNotShipped} then ${line('orderQtyMicro')} - ${shipped} else 0 end)`,
    },
    short: { sum: short },
    damaged: { sum: damaged },
  },
  reconcilesWith: {
    measure: 'short',
    source: 'the discrepancies of these lines',
    async sum(db, request) {
      const lineRows = buildReportRows(db.dialect, lines, request);
      const { high, low } = sumHighLow(sql.ref('d.qtyMicro'));
      const { rows: sums } = await sql<{ high: unknown; low: unknown; num: number; den: number }>`
        select ${high} as high, ${low} as low, ${sql.ref('l.unitNum')} as num, ${sql.ref('l.unitDen')} as den
        from discrepancies as d join ${sql.table('orderLines')} as l on ${sql.ref('l.lineId')} = ${sql.ref('d.lineId')}
        where d.type in ('short', 'wrong_item') and ${sql.ref('d.lineId')} in (select ${line('lineId')} from ${lineRows})
        group by ${sql.ref('l.unitNum')}, ${sql.ref('l.unitDen')}`.execute(db);
      return sums.reduce(
        (sum, row) => sum + divideHalfEven(sumFromHalves(row) * BigInt(row.num), BigInt(row.den)),
        0n,
      );
    },
  },
});
