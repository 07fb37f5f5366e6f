import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FailedOrders } from '../shapes.ts';
import type { DueOrderList } from '../drill-down.ts';
import { countDays } from '#core/periods.ts';
import { evaluateDelivery, getLastEndedDay, type ServiceSums } from '../service.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import { getTimeKey } from '#modules/reports/report-shapes.ts';
import { addDays } from '#core/day.ts';
import { sumHighLow, combineHighLow } from '#platform/server/db/exact-sums.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';
import { isDue, isInFull, isOnTime, isPromised } from '#modules/orders/server/promise.ts';
import type { AnalyticsRequest } from './request.ts';

const emptyServiceSums: ServiceSums = {
  orders: 0n,
  lines: 0n,
  linesComplete: 0n,
  unitsOrdered: 0n,
  unitsShipped: 0n,
  due: 0n,
  onTime: 0n,
  inFull: 0n,
  otif: 0n,
};

const orderColumn = (column: string) => sql.ref(`orders.${column}`);

/** Selects promised orders in scope by delivery day. */
function selectPromisedOrders(
  db: Queryable,
  { actor, branch, from, to, weekday }: Omit<AnalyticsRequest, 'by' | 'now'>,
) {
  const all = db
    .selectFrom('orders')
    .where(scopeCondition(actor, orderDocument.scope))
    .where('orders.deliveryDate', '>=', from)
    .where('orders.deliveryDate', '<=', to)
    .where(isPromised);
  const days = Array.from({ length: countDays({ from, to }) }, (_, n) => addDays(from, n));
  const onWeekday =
    weekday === undefined
      ? all
      : all.where(
          'orders.deliveryDate',
          'in',
          // The empty string keeps the list valid when the period has no such weekday.
          ['', ...days.filter((day) => getTimeKey(day, 'weekday') === weekday)],
        );
  return branch === undefined ? onWeekday : onWeekday.where('orders.branch', '=', branch);
}

/**
 * Loads service totals by row key: the equivalent of `evaluateDelivery` for each order, aggregated by the
 * database.
 */
export async function loadServiceTotals(
  db: Queryable,
  request: AnalyticsRequest,
): Promise<Map<string, ServiceSums>> {
  const { by, now } = request;
  const due = isDue(now);
  const count = (condition: ReturnType<typeof sql>) => sql`count(case when ${condition} then 1 end)`;
  const [unitsOrdered, unitsShipped] = [
    sumHighLow(orderColumn('unitsOrderedMicro')),
    sumHighLow(orderColumn('unitsShippedMicro')),
  ];
  const key = by === 'branch' ? 'orders.branch' : 'orders.deliveryDate';
  const rows = await selectPromisedOrders(db, request)
    .select([
      sql<string>`${sql.ref(key)}`.as('key'),
      sql`count(${orderColumn('linesShippedComplete')})`.as('orders'),
      sql`coalesce(sum(${orderColumn('linesOrdered')}), 0)`.as('lines'),
      sql`coalesce(sum(${orderColumn('linesShippedComplete')}), 0)`.as('complete'),
      unitsOrdered.high.as('orderedHigh'),
      unitsOrdered.low.as('orderedLow'),
      unitsShipped.high.as('shippedHigh'),
      unitsShipped.low.as('shippedLow'),
      count(due).as('due'),
      count(sql`${due} and ${isOnTime}`).as('onTime'),
      count(sql`${due} and ${isInFull}`).as('inFull'),
      count(sql`${due} and ${isOnTime} and ${isInFull}`).as('otif'),
    ])
    .groupBy(sql.ref(key))
    .execute();
  const sums = new Map<string, ServiceSums>();
  for (const row of rows) {
    const rowKey = by === 'week' || by === 'weekday' ? getTimeKey(row.key, by) : row.key;
    sums.set(
      rowKey,
      addSums(sums.get(rowKey) ?? emptyServiceSums, {
        orders: BigInt(row.orders as number),
        lines: BigInt(row.lines as number),
        linesComplete: BigInt(row.complete as number),
        unitsOrdered: combineHighLow(row.orderedHigh, row.orderedLow),
        unitsShipped: combineHighLow(row.shippedHigh, row.shippedLow),
        due: BigInt(row.due as number),
        onTime: BigInt(row.onTime as number),
        inFull: BigInt(row.inFull as number),
        otif: BigInt(row.otif as number),
      }),
    );
  }
  return sums;
}

const addSums = (a: ServiceSums, b: ServiceSums): ServiceSums =>
  Object.fromEntries(
    (Object.keys(a) as (keyof ServiceSums)[]).map((key) => [key, a[key] + b[key]]),
  ) as unknown as ServiceSums;

/** Adds up the totals of several rows. */
export const sumService = (sums: Iterable<ServiceSums>): ServiceSums =>
  [...sums].reduce(addSums, emptyServiceSums);

const maxListed = 500;

const listConditions: Record<DueOrderList, RawBuilder<SqlBool>> = {
  failed: sql<SqlBool>`not (${isOnTime} and ${isInFull})`,
  due: sql<SqlBool>`1 = 1`,
  late: sql<SqlBool>`not ${isOnTime}`,
  incomplete: sql<SqlBool>`not ${isInFull}`,
};

/** Lists due orders, or only those that were late, incomplete or either, with the reason. */
export async function listFailedOrders(
  db: Queryable,
  { list, ...request }: Omit<AnalyticsRequest, 'by'> & { list: DueOrderList },
): Promise<FailedOrders> {
  const endedDay = getLastEndedDay(request.now);
  const failed = selectPromisedOrders(db, request).where(isDue(request.now)).where(listConditions[list]);
  const { total } = await failed
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await failed
    .select([
      'orders._id',
      'orders.orderNo',
      'orders.branchName',
      'orders.status',
      'orders.deliveryDate',
      'orders.receivedDay',
      'orders.linesOrdered',
      'orders.linesReceivedComplete',
    ])
    .orderBy('orders.deliveryDate', 'desc')
    .orderBy('orders._id', 'desc')
    .limit(maxListed)
    .execute();
  return {
    total: Number(total),
    rows: rows.map(({ linesOrdered, linesReceivedComplete, ...row }) => {
      const evaluated = evaluateDelivery(
        {
          ...row,
          status: row.status as OrderStatus,
          linesOrdered: linesOrdered ?? 0,
          linesReceivedComplete: linesReceivedComplete ?? 0,
        },
        endedDay,
      );
      // An order that hasn't been received is late; whether it is short is unknown.
      return {
        ...row,
        isLate: !evaluated?.isOnTime,
        isShort: row.status === 'Received' && !evaluated?.isInFull,
      };
    }),
  };
}
