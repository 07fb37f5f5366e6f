import { sql } from 'kysely';
import { countedStatuses } from '#modules/orders/status.ts';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineReport } from './define.ts';
import { lineColumns } from './order-lines.ts';
import { buildReportRows } from './report-rows.ts';

const line = (column: string) => sql.ref(`orderLines.${column}`);
const status = sql.ref('orders.status');

/** Orders with or without lines; drafts and rejected orders are excluded. */
const orders = {
  scope: orderDocument.scope,
  ...lineColumns,
  from: sql`orders left join ${sql.table('orderLines')} on ${line('orderId')} = ${sql.ref('orders._id')}`,
  conditions: [sql<boolean>`${status} in (${sql.join(countedStatuses.map((name) => sql.lit(name)))})`],
};

/** Submitted orders: their number, and the quantities ordered, shipped and received. */
export const orderPatterns = defineReport({
  shape: reportShapes['order-patterns'],
  ...orders,
  figures: {
    orders: { count: sql`count(distinct ${sql.ref('orders._id')})` },
    // Substitutes weren't ordered.
    lines: { count: sql`count(case when ${line('orderQtyMicro')} > 0 then 1 end)` },
    ordered: { sum: line('orderQtyMicro') },
    perOrder: { of: 'ordered', per: 'orders' },
    // During picking the shipped quantity is provisional.
    shipped: {
      sum: sql`(case when ${sql.ref('orders.shippedAt')} is not null then ${line('shippedQtyMicro')} end)`,
    },
    received: { sum: sql`(case when ${status} = 'Received' then ${line('receivedQtyMicro')} end)` },
  },
  reconcilesWith: {
    measure: 'shipped',
    source: 'shipments of these orders in the ledger, less reversals',
    async sum(db, { query: { item, ...query }, ...context }) {
      const rows = buildReportRows(db.dialect, orders, { ...context, query });
      const { high, low } = sumHighLow(
        sql`(case kind when 'ship' then ${sql.ref('qtyMicro')} else -${sql.ref('qtyMicro')} end)`,
      );
      const shippedSums = await sql<{ high: unknown; low: unknown }>`
        select ${high} as high, ${low} as low from ${sql.table('stockMoves')}
        where ${sql.ref('itemId')} = ${item} and ${sql.ref('docType')} = 'order'
          and kind in ('ship', 'ship_reversal') and ${sql.ref('docId')} in (select ${sql.ref('orders._id')} from ${rows})`.execute(
        db,
      );
      return sumFromHalves(shippedSums.rows[0]);
    },
  },
});
