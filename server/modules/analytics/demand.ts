import { sql } from 'kysely';
import type { DemandAnswer, DemandQuery } from '#contract/analytics.ts';
import { daysBefore, type Days, weekdaysIn } from '#domain/analytics/periods.ts';
import { localHours } from '#domain/analytics/hours.ts';
import { countedStatuses } from '#domain/orders/status.ts';
import { type Actor, mayRead } from '#domain/permissions.ts';
import { addDays } from '#domain/planning/cutoff.ts';
import { fromMicro } from '#domain/quantity.ts';
import { timeKey } from '#domain/reports/shapes.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { inTurns } from '../../db/many-rows.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import { orderDocument } from '../../documents/registry.ts';
import { whole } from './asked.ts';

/** Orders of a cell that are listed at most. */
const mostListed = 500;

interface HandedIn {
  _id: string;
  at: string;
  lines: number;
  day: string;
  hour: number;
}

/** When orders were handed in and what was sold, of the branches in an actor's scope. */
export async function demandOf(db: Queryable, actor: Actor, query: DemandQuery): Promise<DemandAnswer> {
  const days: Days = { from: query.from, to: query.to };
  const before = query.against === undefined ? null : daysBefore(days, query.against);
  const handedIn = await ordersHandedIn(db, actor, query.branch, days);
  const earlier = before && (await ordersHandedIn(db, actor, query.branch, before));
  const cells = new Map<string, DemandAnswer['cells'][number]>();
  for (const { day, hour, lines } of handedIn) {
    const weekday = Number(timeKey(day, 'weekday'));
    const cell = cells.get(`${weekday} ${hour}`) ?? { weekday, hour, orders: 0, lines: 0 };
    cells.set(`${weekday} ${hour}`, { ...cell, orders: cell.orders + 1, lines: cell.lines + lines });
  }
  const sold = mayRead(actor, 'sales') ? await soldByWeekday(db, actor, query.branch, days) : null;
  return {
    days,
    before,
    cells: [...cells.values()].toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour),
    weekdays: weekdaysIn(days).map((count, n) => ({
      weekday: n + 1,
      days: count,
      sold: sold && (sold.get(n + 1) ?? 0),
    })),
    totals: totalsOf(handedIn),
    totalsBefore: earlier && totalsOf(earlier),
    orders:
      query.hour === undefined || query.weekday === undefined ? null : await inCell(db, handedIn, query),
  };
}

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
  const found: HandedIn[] = [];
  for await (const { timezone, ...row } of inTurns(rows)) {
    const { day, hour } = hourOf(row.at ?? '', timezone);
    if (day >= from && day <= to) found.push({ ...row, at: row.at ?? '', day, hour });
  }
  return found;
}

async function inCell(db: Queryable, handedIn: readonly HandedIn[], { weekday, hour }: DemandQuery) {
  const inside = handedIn
    .filter((order) => order.hour === hour && timeKey(order.day, 'weekday') === weekday)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, mostListed);
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

/** Portions by weekday, as tills told them. */
async function soldByWeekday(
  db: Queryable,
  actor: Actor,
  branch: string | undefined,
  { from, to }: Days,
): Promise<Map<number, number>> {
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
    .execute();
  const sums = new Map<number, bigint>();
  for (const row of rows) {
    const weekday = Number(timeKey(row.day, 'weekday'));
    sums.set(weekday, (sums.get(weekday) ?? 0n) + whole(row.high, row.low));
  }
  return new Map([...sums].map(([weekday, qtyMicro]) => [weekday, fromMicro(Number(qtyMicro))]));
}
