import { sql } from 'kysely';
import type { DemandAnalyticsQueryParams } from '../input.ts';
import type { DemandResponse } from '../shapes.ts';
import { getStartedDays, getComparisonDays, type DayRange, countWeekdays } from '#core/periods.ts';
import { createLocalHourReader } from '../hours.ts';
import { countedStatuses } from '#modules/orders/status.ts';
import { type Actor, canRead } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { addDays, getWeekday } from '#core/day.ts';
import { sumHighLow, combineHighLow } from '#platform/server/db/exact-sums.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { orderDocument } from '#modules/orders/server/definition.ts';

/** Maximum number of orders listed. */
const maxListed = 500;

/** Number of orders submitted within the same hour, in the time zone of their branch. */
interface SubmittedOrders {
  day: string;
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  orders: number;
  lines: number;
}

/** Loads when orders were submitted and how many portions were sold, for branches in scope. */
export async function loadDemandPattern(
  db: Queryable,
  actor: Actor,
  query: DemandAnalyticsQueryParams,
  now: Date,
): Promise<DemandResponse> {
  const days: DayRange = { from: query.from, to: query.to };
  const previousPeriod = query.against === undefined ? null : getComparisonDays(days, query.against);
  const submitted = await loadSubmittedOrders(db, actor, query.branch, days);
  const submittedEarlier =
    previousPeriod && (await loadSubmittedOrders(db, actor, query.branch, previousPeriod));
  const cells = new Map<string, DemandResponse['cells'][number]>();
  for (const { weekday, hour, orders, lines } of submitted) {
    const cell = cells.get(`${weekday} ${hour}`) ?? { weekday, hour, orders: 0, lines: 0 };
    cell.orders += orders;
    cell.lines += lines;
    cells.set(`${weekday} ${hour}`, cell);
  }
  const sales = canRead(actor, 'sales') ? await loadSalesByDay(db, actor, query.branch, days) : null;
  const salesBefore =
    previousPeriod && sales && (await loadSalesByDay(db, actor, query.branch, previousPeriod));
  const { weekday, hour } = query;
  const listedOrders = weekday === undefined ? null : submitted.filter((order) => isInCell(order, query));
  return {
    days,
    previousPeriod,
    cells: [...cells.values()].toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    weekdays: groupByWeekday(getStartedDays(days, now), submitted, sales),
    previousWeekdays:
      previousPeriod &&
      submittedEarlier &&
      groupByWeekday(
        getStartedDays(previousPeriod, now),
        submittedEarlier,
        salesBefore?.length === 0 ? null : salesBefore,
      ),
    totals: sumOrders(submitted),
    previousTotals:
      submittedEarlier === null || submittedEarlier.length === 0 ? null : sumOrders(submittedEarlier),
    orders: listedOrders && (await listLatestOrders(db, actor, query)),
    listedTotals: listedOrders && sumOrders(listedOrders),
    sales:
      sales === null || hour !== undefined || weekday === undefined
        ? null
        : sales
            .filter(({ day }) => weekday === 'all' || String(getWeekday(day)) === weekday)
            .map(({ day, qtyMicro }) => ({ day, sold: fromMicro(Number(qtyMicro)) })),
  };
}

/** Groups orders and sales by weekday; sales are null if unknown. */
const groupByWeekday = (
  days: DayRange,
  submitted: readonly SubmittedOrders[],
  sales: readonly DaySales[] | null,
): DemandResponse['weekdays'] =>
  countWeekdays(days).map((count, n) => {
    const soldMicro = sales
      ?.filter(({ day }) => getWeekday(day) === n + 1)
      .reduce((sum, { qtyMicro }) => sum + qtyMicro, 0n);
    return {
      weekday: n + 1,
      days: count,
      orders: sumOrders(submitted.filter(({ weekday }) => weekday === n + 1)).orders,
      sold: soldMicro === undefined ? null : fromMicro(Number(soldMicro)),
    };
  });

const sumOrders = (submitted: readonly SubmittedOrders[]) => ({
  orders: submitted.reduce((sum, { orders }) => sum + orders, 0),
  lines: submitted.reduce((sum, { lines }) => sum + lines, 0),
});

/**
 * Selects orders that may have been submitted within a range of the branch's business days and weren't
 * rejected.
 */
function selectOrdersNear(db: Queryable, actor: Actor, branch: string | undefined, { from, to }: DayRange) {
  // No business day differs from the UTC date by more than a day.
  const orders = db
    .selectFrom('orders')
    .innerJoin('branches', 'branches._id', 'orders.branch')
    .where(scopeCondition(actor, orderDocument.scope))
    .where('orders.dateTime', '>=', addDays(from, -1))
    .where('orders.dateTime', '<', addDays(to, 2))
    .where('orders.status', 'in', [...countedStatuses]);
  return branch === undefined ? orders : orders.where('orders.branch', '=', branch);
}

/**
 * Builds SQL that rounds an instant down to the quarter-hour: `2026-03-04T09:30`. Since 1972 all UTC offsets
 * have been multiples of a quarter-hour, and offset changes fall on a quarter-hour.
 */
const toQuarterHour = (at: string) => sql<string>`substr(${sql.ref(at)}, 1, 14) || case
  when substr(${sql.ref(at)}, 15, 2) < '15' then '00' when substr(${sql.ref(at)}, 15, 2) < '30' then '15'
  when substr(${sql.ref(at)}, 15, 2) < '45' then '30' else '45' end`;

/**
 * Loads submitted orders by hour, in the time zones of their branches. The database aggregates by
 * quarter-hour, so that time zone rules are applied to few rows.
 */
async function loadSubmittedOrders(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  { from, to }: DayRange,
): Promise<SubmittedOrders[]> {
  const quarter = toQuarterHour('orders.dateTime');
  const lines = sumHighLow(sql.ref('orders.lineCount'));
  const rows = await selectOrdersNear(db, actor, branch, { from, to })
    .select((eb) => [
      quarter.as('quarter'),
      'branches.timezone',
      'branches.dayEnds',
      eb.fn.countAll<number>().as('orders'),
      lines.high.as('high'),
      lines.low.as('low'),
    ])
    .groupBy([quarter, 'branches.timezone', 'branches.dayEnds'])
    .execute();
  const readLocalHour = createLocalHourReader();
  const hours = new Map<string, SubmittedOrders>();
  for await (const { quarter: at, orders, high, low, ...local } of withEventLoopYields(rows)) {
    const { day, hour } = readLocalHour(`${at}:00.000Z`, local);
    if (day < from || day > to) continue;
    const key = `${day} ${hour}`;
    const entry = hours.get(key) ?? { day, weekday: getWeekday(day), hour, orders: 0, lines: 0 };
    entry.orders += Number(orders);
    entry.lines += Number(combineHighLow(high, low));
    hours.set(key, entry);
  }
  return [...hours.values()];
}

const isInCell = (
  order: { weekday: number; hour: number },
  { weekday, hour }: Pick<DemandAnalyticsQueryParams, 'weekday' | 'hour'>,
): boolean =>
  (weekday === 'all' || String(order.weekday) === weekday) && (hour === undefined || order.hour === hour);

/** Lists the latest orders of the requested cells, with number and branch. */
async function listLatestOrders(db: Queryable, actor: Actor, query: DemandAnalyticsQueryParams) {
  const rows = await selectOrdersNear(db, actor, query.branch, query)
    .select(['orders._id', 'orders.dateTime as at', 'orders.lineCount as lines'])
    .select(['branches.timezone', 'branches.dayEnds'])
    .execute();
  const readLocalHour = createLocalHourReader();
  const ordersInPeriod: { _id: string; at: string; lines: number }[] = [];
  for await (const { _id, at, lines, ...local } of withEventLoopYields(rows)) {
    const { day, hour } = readLocalHour(at ?? '', local);
    if (day < query.from || day > query.to || !isInCell({ weekday: getWeekday(day), hour }, query)) continue;
    ordersInPeriod.push({ _id, at: at ?? '', lines });
  }
  const latestOrders = ordersInPeriod.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxListed);
  if (latestOrders.length === 0) return [];
  const headers = await db
    .selectFrom('orders')
    .select(['_id', 'orderNo', 'branchName'])
    .where(
      '_id',
      'in',
      latestOrders.map(({ _id }) => _id),
    )
    .execute();
  const headersById = new Map(headers.map((header) => [header._id, header]));
  return latestOrders.map(({ _id, at, lines }) => ({
    _id,
    orderNo: headersById.get(_id)?.orderNo ?? '',
    branchName: headersById.get(_id)?.branchName ?? '',
    at,
    lines,
  }));
}

interface DaySales {
  day: string;
  qtyMicro: bigint;
}

/** Loads portions sold by day. */
async function loadSalesByDay(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  { from, to }: DayRange,
): Promise<DaySales[]> {
  const { high, low } = sumHighLow(sql.ref('saleDays.qtyMicro'));
  let days = db
    .selectFrom('saleDays')
    .where(scopeCondition(actor, { branch: 'saleDays.branchId' }))
    .where('saleDays.day', '>=', from)
    .where('saleDays.day', '<=', to);
  if (branch !== undefined) days = days.where('saleDays.branchId', '=', branch);
  const rows = await days
    .select(['saleDays.day', high.as('high'), low.as('low')])
    .groupBy('saleDays.day')
    .orderBy('saleDays.day')
    .execute();
  return rows.map((row) => ({ day: row.day, qtyMicro: combineHighLow(row.high, row.low) }));
}
