import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { summarizeOrdersByDay } from '#modules/orders/server/daily.ts';
import { isDue, isInFull, isOnTime, isPromised } from '#modules/orders/server/promise.ts';
import { reportDays, defineReport } from './define.ts';
import { lineColumns } from './order-lines.ts';

const line = (column: string) => sql.ref(`orderLines.${column}`);
const order = (column: string) => sql.ref(`orders.${column}`);

const isShipped = sql<SqlBool>`${order('status')} in ('Shipped', 'Received')`;
const isOrdered = sql`${isShipped} and ${line('orderQtyMicro')} > 0`;
const shipped = sql`coalesce(${line('shippedQtyMicro')}, 0)`;
const isDueOrder = (now: Date) => sql<SqlBool>`${isPromised} and ${isDue(now)}`;
const isOnTimeInFull = (now: Date) => sql<SqlBool>`${isDueOrder(now)} and ${isOnTime} and ${isInFull}`;

const count = (condition: RawBuilder<unknown>) => ({ count: sql`count(case when ${condition} then 1 end)` });
const whenShipped = (column: RawBuilder<unknown>) => sql`case when ${isShipped} then ${column} end`;

/** Counts each order once, even though lines are read. */
const countOrders = (condition: (now: Date) => RawBuilder<unknown>) => ({
  count: (now: Date) => sql`count(distinct case when ${condition(now)} then ${order('_id')} end)`,
});
const countDocuments = (condition: (now: Date) => RawBuilder<unknown>) => ({
  count: (now: Date) => count(condition(now)).count,
});

/** Shipped orders, and orders due by now. */
const conditions = [(now: Date) => sql<SqlBool>`(${isShipped} or (${isDueOrder(now)}))`];

/**
 * Fill rate by lines and by base units, as in `fillRate`, and the share of due orders received on time and in
 * full, as in `evaluateDelivery`. Substitutes aren't counted as lines, only as shipped units. Unshipped
 * orders have neither lines nor units, and count as not on time once their delivery day is over.
 */
export const orderFill = defineReport({
  shape: reportShapes['order-fill'],
  scope: orderDocument.scope,
  ...lineColumns,
  from: sql`orders join ${sql.table('orderLines')} on ${line('orderId')} = ${order('_id')}`,
  conditions,
  figures: {
    shippedOrders: countOrders(() => isShipped),
    lines: count(isOrdered),
    linesComplete: count(sql`${isOrdered} and ${shipped} >= ${line('orderQtyMicro')}`),
    lineFill: { of: 'linesComplete', per: 'lines' },
    unitsOrdered: { units: whenShipped(line('orderQtyMicro')) },
    unitsShipped: { units: whenShipped(shipped) },
    unitFill: { of: 'unitsShipped', per: 'unitsOrdered' },
    dueOrders: countOrders(isDueOrder),
    onTimeInFull: countOrders(isOnTimeInFull),
    otif: { of: 'onTimeInFull', per: 'dueOrders' },
  },
  // Orders store their shipped lines and units, and how many were complete.
  documentFigures: {
    from: sql`orders`,
    conditions,
    figures: {
      shippedOrders: count(isShipped),
      lines: { sum: whenShipped(order('linesOrdered')) },
      linesComplete: { sum: whenShipped(order('linesShippedComplete')) },
      lineFill: { of: 'linesComplete', per: 'lines' },
      unitsOrdered: { sum: whenShipped(order('unitsOrderedMicro')) },
      unitsShipped: { sum: whenShipped(order('unitsShippedMicro')) },
      unitFill: { of: 'unitsShipped', per: 'unitsOrdered' },
      dueOrders: countDocuments(isDueOrder),
      onTimeInFull: countDocuments(isOnTimeInFull),
      otif: { of: 'onTimeInFull', per: 'dueOrders' },
    },
  },
  reconcilesWith: {
    measure: 'linesComplete',
    source: 'complete lines stored on each order, as in the order summary',
    async sum(db, request) {
      const { branch } = request.query;
      const { body } = await summarizeOrdersByDay(db, request.actor, {
        ...reportDays(request),
        ...(branch && { branch }),
      });
      return (body as { linesComplete: number }[]).reduce((sum, day) => sum + BigInt(day.linesComplete), 0n);
    },
  },
});
