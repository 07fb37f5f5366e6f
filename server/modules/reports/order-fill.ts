import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { orderDocument } from '../../documents/registry.ts';
import { ordersByDay } from '../orders/daily.ts';
import { daysOf, defineReport } from './define.ts';
import { lineColumns } from './order-lines.ts';

const line = (column: string) => sql.ref(`orderLines.${column}`);
const order = (column: string) => sql.ref(`orders.${column}`);

const shipped = sql`coalesce(${line('shippedQtyMicro')}, 0)`;
const isOrdered = sql`${line('orderQtyMicro')} > 0`;
const isComplete = sql`${isOrdered} and ${shipped} >= ${line('orderQtyMicro')}`;

/** By the clock of the branch, on the promised day or before, with all of every line that was ordered. */
const isOnTimeInFull = sql`${order('status')} = 'Received' and ${order('receivedDay')} <= ${order('deliveryDate')}
  and not exists (select 1 from ${sql.table('orderLines')} as o where o.${sql.ref('orderId')} = ${order('_id')}
    and o.${sql.ref('orderQtyMicro')} > coalesce(o.${sql.ref('receivedQtyMicro')}, 0))`;

const kept = (column: string) => ({ sum: sql`coalesce(${order(column)}, 0)` });
const count = (condition: ReturnType<typeof sql>) => ({
  count: sql`count(case when ${condition} then 1 end)`,
});

const orders = (condition: ReturnType<typeof sql>) => ({
  count: sql`count(distinct case when ${condition} then ${order('_id')} end)`,
});

/**
 * How much of what was ordered was shipped, by lines and by base units, as `fillRate` has them; and which part of the orders that
 * were received came on the promised day and in full. Substitutes, which nobody ordered, are no lines, but units that were shipped. What
 * is not shipped yet does not count.
 */
export const orderFill = defineReport({
  shape: reportShapes['order-fill'],
  scope: orderDocument.scope,
  ...lineColumns,
  from: sql`orders join ${sql.table('orderLines')} on ${line('orderId')} = ${order('_id')}`,
  counts: [sql<boolean>`${order('status')} in ('Shipped', 'Received')`],
  figures: {
    shippedOrders: orders(sql`1 = 1`),
    lines: { count: sql`count(case when ${isOrdered} then 1 end)` },
    linesComplete: { count: sql`count(case when ${isComplete} then 1 end)` },
    lineFill: { of: 'linesComplete', per: 'lines' },
    unitsOrdered: { units: line('orderQtyMicro') },
    unitsShipped: { units: shipped },
    unitFill: { of: 'unitsShipped', per: 'unitsOrdered' },
    receivedOrders: orders(sql`${order('status')} = 'Received'`),
    onTimeInFull: orders(isOnTimeInFull),
    otif: { of: 'onTimeInFull', per: 'receivedOrders' },
  },
  // Each shipment keeps how many lines it was of, how many were complete, and how many were accepted so.
  ofDocuments: {
    from: sql`orders`,
    counts: [
      sql<boolean>`${order('status')} in ('Shipped', 'Received')`,
      sql<boolean>`${order('linesOrdered')} > 0`,
    ],
    figures: {
      shippedOrders: count(sql`1 = 1`),
      lines: kept('linesOrdered'),
      linesComplete: kept('linesShippedComplete'),
      lineFill: { of: 'linesComplete', per: 'lines' },
      receivedOrders: count(sql`${order('status')} = 'Received'`),
      onTimeInFull:
        count(sql`${order('status')} = 'Received' and ${order('receivedDay')} <= ${order('deliveryDate')}
        and ${order('linesReceivedComplete')} >= ${order('linesOrdered')}`),
      otif: { of: 'onTimeInFull', per: 'receivedOrders' },
    },
  },
  reconcilesWith: {
    measure: 'linesComplete',
    source: 'the complete lines that each order keeps, as the boards of orders add them up',
    async sum(db, question) {
      const { branch } = question.query;
      const { body } = await ordersByDay(db, question.actor, {
        ...daysOf(question),
        ...(branch && { branch }),
      });
      return (body as { linesComplete: number }[]).reduce((sum, day) => sum + BigInt(day.linesComplete), 0n);
    },
  },
});
