import { type RawBuilder, sql } from 'kysely';
import { countedStatuses } from '#modules/orders/status.ts';
import { reportShapes } from '../report-shapes.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { orderStore } from '#modules/orders/server/rows.ts';
import { defineReport } from './define.ts';
import { lineColumns } from './order-lines.ts';
import { buildReportRows } from './report-rows.ts';

const line = (column: string) => sql.ref(`orderLines.${column}`);
const [ordered, suggested] = [line('orderQtyMicro'), line('suggestedQtyMicro')];
const isSuggested = sql`${suggested} is not null`;
const count = (condition: RawBuilder<unknown>) => ({ count: sql`count(case when ${condition} then 1 end)` });
const whenSuggested = (quantity: RawBuilder<unknown>) => sql`(case when ${isSuggested} then ${quantity} end)`;

/** Drafts, rejected orders and substitutes are excluded. */
const orders = {
  scope: orderDocument.scope,
  ...lineColumns,
  from: sql`orders join ${sql.table('orderLines')} on ${line('orderId')} = ${sql.ref('orders._id')}`,
  conditions: [
    sql<boolean>`${sql.ref('orders.status')} in (${sql.join(countedStatuses.map((name) => sql.lit(name)))})`,
    sql<boolean>`(${ordered} > 0 or ${isSuggested})`,
  ],
};

/**
 * Ordered quantities compared with suggestions. Lines without a suggestion are included only in the number of
 * lines.
 */
export const suggestedOrdered = defineReport({
  shape: reportShapes['suggested-ordered'],
  ...orders,
  figures: {
    lines: { count: sql`count(*)` },
    suggestedLines: count(isSuggested),
    changedLines: count(sql`${suggested} <> ${ordered}`),
    raisedLines: count(sql`${suggested} < ${ordered}`),
    loweredLines: count(sql`${suggested} > ${ordered}`),
    acceptedLines: count(sql`${suggested} = ${ordered}`),
    acceptedPercent: { of: 'acceptedLines', per: 'suggestedLines' },
    suggested: { sum: whenSuggested(suggested) },
    orderedOfSuggested: { sum: whenSuggested(ordered) },
    difference: { sum: whenSuggested(sql`${ordered} - ${suggested}`) },
    orderedShare: { of: 'orderedOfSuggested', per: 'suggested' },
  },
  reconcilesWith: {
    measure: 'lines',
    source: 'the lines of these orders, each order read separately',
    async sum(db, request) {
      const { rows: orderIds } = await sql<{ id: string }>`select distinct ${sql.ref('orders._id')} as id
        from ${buildReportRows(db.dialect, orders, request)}`.execute(db);
      const { item } = request.query;
      let lines = 0n;
      for (const { id } of orderIds)
        for (const orderLine of (await orderStore.read(db, request.actor, id)).lines)
          if (
            (orderLine.orderQtyMicro > 0 || orderLine.suggestedQtyMicro !== null) &&
            (item ?? orderLine.itemId) === orderLine.itemId
          )
            lines += 1n;
      return lines;
    },
  },
});
