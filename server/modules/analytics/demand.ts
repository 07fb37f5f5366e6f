import { sql } from 'kysely';
import type { DemandAnswer, DemandQuery } from '#contract/analytics.ts';
import { daysBefore, type Days, weekdaysIn } from '#domain/analytics/periods.ts';
import { localHours } from '#domain/analytics/hours.ts';
import { countedStatuses } from '#domain/orders/status.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { weekdayOf } from '#domain/weekday.ts';
import { fromMicro } from '#domain/quantity.ts';
import { sumInHalves, wholeOf } from '../../db/exact-sums.ts';
import { inTurns } from '../../db/many-rows.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import { orderDocument } from '../../documents/registry.ts';

/** Orders of a cell that are listed at most. */
const mostListed = 500;

interface HandedIn {
  _id: string;
  at: string;
  lines: number;
  day: string;
  /** 1 is Monday. */
  weekday: number;
  hour: number;
}

/** When orders were handed in and what was sold, of the branches in an actor's scope. */
export async function demandOf(db: Queryable, actor: Actor, query: DemandQuery): Promise<DemandAnswer> {
  const days: Days = { from: query.from, to: query.to };
  const before = query.against === undefined ? null : daysBefore(days, query.against);
  const handedIn = await ordersHandedIn(db, actor, query.branch, days);
  const earlier = before && (await ordersHandedIn(db, actor, query.branch, before));
  const cells = new Map<string, DemandAnswer['cells'][number]>();
  for (const { weekday, hour, lines } of handedIn) {
    const cell = cells.get(`${weekday} ${hour}`) ?? { weekday, hour, orders: 0, lines: 0 };
    cells.set(`${weekday} ${hour}`, { ...cell, orders: cell.orders + 1, lines: cell.lines + lines });
  }
  const sales = mayRead(actor, 'sales') ? await soldByDay(db, actor, query.branch, days) : null;
  const salesBefore = before && sales && (await soldByDay(db, actor, query.branch, before));
  const { weekday, hour } = query;
  const listed = weekday === undefined ? null : handedIn.filter((order) => isAsked(order, query));
  return {
    days,
    before,
    cells: [...cells.values()].toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    weekdays: byWeekday(days, handedIn, sales),
    weekdaysBefore:
      before && earlier && byWeekday(before, earlier, salesBefore?.length === 0 ? null : salesBefore),
    totals: totalsOf(handedIn),
    totalsBefore: earlier === null || earlier.length === 0 ? null : totalsOf(earlier),
    orders: listed && (await headsOf(db, listed)),
    ordersInAll: listed && totalsOf(listed),
    sales:
      sales === null || hour !== undefined || weekday === undefined
        ? null
        : sales
            .filter(({ day }) => weekday === 'all' || String(weekdayOf(day)) === weekday)
            .map(({ day, qtyMicro }) => ({ day, sold: fromMicro(Number(qtyMicro)) })),
  };
}

/** What was handed in and sold on each weekday; what was sold is null where it is not known. */
const byWeekday = (
  days: Days,
  handedIn: readonly HandedIn[],
  sales: readonly SoldOn[] | null,
): DemandAnswer['weekdays'] =>
  weekdaysIn(days).map((count, n) => {
    const soldMicro = sales
      ?.filter(({ day }) => weekdayOf(day) === n + 1)
      .reduce((sum, { qtyMicro }) => sum + qtyMicro, 0n);
    return {
      weekday: n + 1,
      days: count,
      orders: handedIn.filter(({ weekday }) => weekday === n + 1).length,
      sold: soldMicro === undefined ? null : fromMicro(Number(soldMicro)),
    };
  });

const totalsOf = (orders: readonly HandedIn[]) => ({
  orders: orders.length,
  lines: orders.reduce((sum, { lines }) => sum + lines, 0),
});

/** Orders that were handed in on these days by the clocks of their branches, and not turned down. */
async function ordersHandedIn(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  { from, to }: Days,
): Promise<HandedIn[]> {
  // No clock on earth is further than a day from the server's.
  let orders = db
    .selectFrom('orders')
    .innerJoin('branches', 'branches._id', 'orders.branch')
    .where(scopeCondition(actor, orderDocument.scope))
    .where('orders.dateTime', '>=', addDays(from, -1))
    .where('orders.dateTime', '<', addDays(to, 2))
    .where('orders.status', 'in', [...countedStatuses]);
  if (branch !== undefined) orders = orders.where('orders.branch', '=', branch);
  const rows = await orders
    .select(['orders._id', 'orders.dateTime as at', 'orders.lineCount as lines', 'branches.timezone'])
    .execute();
  const hourOf = localHours();
  const weekdays = new Map<string, number>();
  const found: HandedIn[] = [];
  for await (const { _id, at, lines, timezone } of inTurns(rows)) {
    const { day, hour } = hourOf(at ?? '', timezone);
    if (day < from || day > to) continue;
    const weekday = weekdays.get(day) ?? weekdayOf(day);
    weekdays.set(day, weekday);
    found.push({ _id, at: at ?? '', lines, day, weekday, hour });
  }
  return found;
}

const isAsked = (order: HandedIn, { weekday, hour }: DemandQuery): boolean =>
  (weekday === 'all' || String(order.weekday) === weekday) && (hour === undefined || order.hour === hour);

/** The latest of some orders, with what they are called. */
async function headsOf(db: Queryable, orders: readonly HandedIn[]) {
  const inside = orders.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, mostListed);
  if (inside.length === 0) return [];
  const heads = await db
    .selectFrom('orders')
    .select(['_id', 'orderNo', 'branchName'])
    .where(
      '_id',
      'in',
      inside.map(({ _id }) => _id),
    )
    .execute();
  const known = new Map(heads.map((head) => [head._id, head]));
  return inside.map(({ _id, at, lines }) => ({
    _id,
    orderNo: known.get(_id)?.orderNo ?? '',
    branchName: known.get(_id)?.branchName ?? '',
    at,
    lines,
  }));
}

interface SoldOn {
  day: string;
  qtyMicro: bigint;
}

/** Portions by day, as tills told them. */
async function soldByDay(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  { from, to }: Days,
): Promise<SoldOn[]> {
  const { high, low } = sumInHalves(sql.ref('saleDays.qtyMicro'));
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
  return rows.map((row) => ({ day: row.day, qtyMicro: wholeOf(row.high, row.low) }));
}
