import { sql } from 'kysely';
import type { OrderStatus } from '#domain/orders/status.ts';
import { type ClosedDays, findClosedDays } from '#domain/planning/closed-days.ts';
import { addDays, localDate } from '#domain/planning/cutoff.ts';
import { weekdayOf } from '#domain/weekday.ts';
import { dayKind, type DemandDays, demandMethod, type DemandSeries } from '#domain/planning/demand.ts';
import { isStockOut } from '#domain/planning/marked-days.ts';
import { convertMicro, exactOrNull } from '#domain/quantity.ts';
import { moveKinds } from '#domain/stock/kinds.ts';
import type { Queryable } from '../../db/types.ts';
import type { UnitCatalogue } from '../catalogue/units.ts';
import { loadSalesWithoutDepletion } from '../sales/sold-items.ts';
import { type MarkedDayRow, listMarkedDays } from './marked-days.ts';

/** What an item is to suggestions. */
export interface DemandItem {
  _id: string;
  category: string | null;
  baseUnit: string;
}

/** Where demand is read from: what was sold, else what was used, else what was ordered. */
export type DemandSource = 'sold' | 'used' | 'ordered';

/** What was wanted of an item, and why days are left out. */
export interface ItemSeries extends DemandSeries {
  item: DemandItem;
  source: DemandSource;
  /** One of what people handle (a piece, a kilogram, a litre), in millionths of the base unit. */
  handlingUnitMicro: number;
  /** Of open days: 1 where it was out of stock and nobody says that it counts, and 1 where somebody said that it is an exception. */
  out: Uint8Array;
  exceptional: Uint8Array;
}

/** What is known of a place until yesterday, on its own clock. */
export interface LocationDemand {
  /** The first known day, and the first that is not. */
  from: string;
  today: string;
  days: DemandDays;
  series: ItemSeries[];
  marks: MarkedDayRow[];
}

export interface DemandLocation {
  _id: string;
  timezone: string;
  closedDays: readonly ClosedDays[];
}

interface DemandRequest {
  items: readonly DemandItem[];
  units: UnitCatalogue;
  now: Date;
  /** The last day (YYYY-MM-DD) that is asked for. */
  until: string;
}

const excludedStatuses: readonly OrderStatus[] = ['Draft', 'Rejected', 'Cancelled'];

/** As far ahead as anybody asks. */
const maxDaysAhead = 400;

/** Reads what was wanted of items at a place over half a year, today left out. */
export async function loadLocationDemand(
  db: Queryable,
  place: DemandLocation,
  { items, units, now, until }: DemandRequest,
): Promise<LocationDemand> {
  const today = localDate(now, place.timezone);
  const from = addDays(today, -demandMethod.shapeDays);
  const at = new Map(
    Array.from({ length: demandMethod.shapeDays }, (_, day) => [addDays(from, day), day] as const),
  );
  const [booked, { marks, sold, depletedDays }] = await Promise.all([
    loadLedgerUsage(db, place._id, { from, at, items }),
    (async () => ({
      marks: await listMarkedDays(db, place._id, from),
      ...(await loadSalesWithoutDepletion(db, place._id, from, today)),
    }))(),
  ]);
  const days = demandDays(place, marks, { from, today, until });
  const soldOf = byItem(sold, at);
  const isDepleted = new Uint8Array(demandMethod.shapeDays);
  for (const day of depletedDays) isDepleted[at.get(day) ?? -1] = 1;
  const unknown = new Set(
    items.flatMap(({ _id }) => (soldOf.has(_id) || booked.get(_id)?.isUsed ? [] : _id)),
  );
  const ordered =
    unknown.size === 0
      ? new Map<string, Float64Array>()
      : byItem(await loadOrderedQuantities(db, place._id, { from, today, items: unknown }), at);
  const marked = Map.groupBy(marks, ({ itemId }) => itemId ?? '');
  const series = items.map((item): ItemSeries => {
    const handlingUnitMicro = handlingUnitSize(item, units);
    const books = booked.get(item._id);
    const [tills, used] = [soldOf.get(item._id), books?.isUsed ? books.used : undefined];
    const source: DemandSource = tills ? 'sold' : used ? 'used' : 'ordered';
    const micro = tills ?? used ?? ordered.get(item._id) ?? new Float64Array(demandMethod.shapeDays);
    const [exceptional, counted] = [
      new Uint8Array(demandMethod.shapeDays),
      new Uint8Array(demandMethod.shapeDays),
    ];
    for (const { day, kind } of [...(marked.get('') ?? []), ...(marked.get(item._id) ?? [])]) {
      const index = at.get(day);
      if (index === undefined || kind === 'holiday') continue;
      // What is said of the item comes last, and holds against what is said of the whole branch.
      exceptional[index] = kind === 'exceptional' ? 1 : 0;
      counted[index] = kind === 'counts' ? 1 : 0;
    }
    const [out, counts] = [new Uint8Array(demandMethod.shapeDays), new Uint8Array(demandMethod.shapeDays)];
    for (let day = 0; day < demandMethod.shapeDays; day += 1) {
      // What tills took from stock stands in the books, before and after they sold beside it.
      const isBooked = source === 'used' || (tills !== undefined && isDepleted[day] === 1);
      if (tills && isBooked) tills[day] = (tills[day] ?? 0) + (books?.used[day] ?? 0);
      const isClosed = days.kinds[day] === dayKind.closed;
      if (isClosed) exceptional[day] = 0;
      else if (isBooked && books?.out[day] === 1 && counted[day] !== 1) out[day] = 1;
      counts[day] = isClosed || exceptional[day] === 1 || out[day] === 1 ? 0 : 1;
    }
    const wanted = micro.map((qtyMicro) => Math.max(0, qtyMicro) / handlingUnitMicro);
    return { item, source, handlingUnitMicro, out, exceptional, wanted, counts };
  });
  return { from, today, days, series, marks };
}

/** The days of a place: those that are known, and those that come as far as anybody asks. */
function demandDays(
  { closedDays }: DemandLocation,
  marks: readonly MarkedDayRow[],
  { from, today, until }: { from: string; today: string; until: string },
): DemandDays {
  const asked = Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000) + 1;
  const ahead = Math.min(maxDaysAhead, Math.max(demandMethod.ahead, asked));
  const holidays = new Set(
    marks.flatMap(({ day, kind, itemId }) => (kind === 'holiday' && itemId === null ? day : [])),
  );
  const kinds = Uint8Array.from({ length: demandMethod.shapeDays + ahead }, (_, day) =>
    classifyDay(addDays(from, day), closedDays, holidays),
  );
  return { known: demandMethod.shapeDays, firstWeekday: weekdayOf(from) - 1, kinds };
}

/** What a day (YYYY-MM-DD) is to a place that is closed on some days and knows holidays on which it is open. */
export function classifyDay(
  day: string,
  closedDays: readonly ClosedDays[],
  holidays: ReadonlySet<string>,
): number {
  const isClosed = (one: string) => findClosedDays(closedDays, one) !== null;
  if (isClosed(day)) return dayKind.closed;
  if (holidays.has(day)) return dayKind.holiday;
  if (isClosed(addDays(day, 1))) return dayKind.beforeClosed;
  return isClosed(addDays(day, -1)) ? dayKind.afterClosed : dayKind.usual;
}

/** What people handle one of: a base unit that is counted, else a kilogram, a litre or a metre of it. */
export function handlingUnitSize(item: Pick<DemandItem, 'baseUnit'>, units: UnitCatalogue): number {
  const unit = units.find(item.baseUnit);
  if (!unit || unit.dimension === 'count') return 1_000_000;
  return Math.max(1, Math.round((1000 * unit.factorDen * 1_000_000) / unit.factorNum));
}

const kindsWith = (flag: 'isUse' | 'isLoss') =>
  Object.entries(moveKinds).flatMap(([kind, facts]) => (facts[flag] ? kind : []));
/** Kinds of moves by which goods leave because somebody wanted them, and by which they are lost. */
export const usageKinds = kindsWith('isUse');
const lossKinds = kindsWith('isLoss');

interface LedgerUsage {
  used: Float64Array;
  out: Uint8Array;
  isUsed: boolean;
}

const [zero, minus, use, loss] = ['0', '-', 'u', 'l'].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Where a day (YYYY-MM-DD, at a place of a text) stands among the days of any year. */
function calendarPlace(text: string, start: number): number {
  const digit = (at: number) => text.charCodeAt(start + at) - zero;
  return (digit(5) * 10 + digit(6)) * 32 + digit(8) * 10 + digit(9);
}

/** What went of each item because somebody wanted it, and the days on which there was none, from the figures by day. */
async function loadLedgerUsage(
  db: Queryable,
  placeId: string,
  { from, at, items }: { from: string; at: ReadonlyMap<string, number>; items: readonly DemandItem[] },
): Promise<Map<string, LedgerUsage>> {
  // One row for each item, its days in one text: a row for each day is what takes the time. Kinds are compared one by one, which is
  // quicker than asking a list for each of half a million.
  const sort = sql.join(
    [...usageKinds.map((kind) => [kind, 'u']), ...lossKinds.map((kind) => [kind, 'l'])].map(
      ([kind = '', letter = '']) => sql`when ${sql.lit(kind)} then ${sql.lit(letter)}`,
    ),
    sql` `,
  );
  const entry = sql`d.${sql.ref('businessDay')} || case d.kind ${sort} else 'm' end || d.${sql.ref('qtyMicro')}`;
  const all = db.dialect === 'sqlite' ? sql`group_concat(${entry})` : sql`string_agg(${entry}, ',')`;
  // What is there comes with what moved: read after it, what is posted in between would shift all days before.
  let query = db
    .selectFrom('items')
    .leftJoin('balances as here', (join) =>
      join.onRef('here.itemId', '=', 'items._id').on('here.placeId', '=', placeId),
    )
    .select([
      'items._id as itemId',
      'here.onHandMicro',
      sql<string | null>`(select ${all} from ${sql.table('stockDaily')} as d
      where d.${sql.ref('placeId')} = ${placeId} and d.${sql.ref('itemId')} = ${sql.ref('items._id')}
        and d.${sql.ref('businessDay')} >= ${from})`.as('days'),
    ]);
  // Those of one category are asked for by name.
  if (items.length <= 200)
    query = query.where('items._id', 'in', items.length > 0 ? items.map(({ _id }) => _id) : ['']);
  const rows = await query.execute();
  const booked = new Map<string, LedgerUsage>();
  // Half a year has no day of the calendar twice.
  const indexes = new Int16Array(13 * 32).fill(-1);
  for (const [day, index] of at) indexes[calendarPlace(day, 0)] = index;
  for (const { itemId, onHandMicro, days } of rows) {
    if (days === null) continue;
    const used = new Float64Array(demandMethod.shapeDays);
    const lost = new Float64Array(demandMethod.shapeDays);
    const moved = new Float64Array(demandMethod.shapeDays);
    // From now backwards: what is there, less all that moved since.
    let closingMicro = Number(onHandMicro ?? 0);
    let isUsed = false;
    for (let start = 0; start < days.length; ) {
      const index = indexes[calendarPlace(days, start)] ?? -1;
      const letter = days.charCodeAt(start + 10);
      let at10 = start + 11;
      const isNegative = days.charCodeAt(at10) === minus;
      if (isNegative) at10 += 1;
      let size = 0;
      for (let code = days.charCodeAt(at10); code >= zero; code = days.charCodeAt(++at10))
        size = size * 10 + code - zero;
      start = at10 + 1;
      const qtyMicro = isNegative ? -size : size;
      if (index < 0) {
        closingMicro -= qtyMicro;
        continue;
      }
      moved[index] = (moved[index] ?? 0) + qtyMicro;
      if (letter === loss) lost[index] = (lost[index] ?? 0) - qtyMicro;
      if (letter === use && qtyMicro !== 0) {
        used[index] = (used[index] ?? 0) - qtyMicro;
        isUsed = true;
      }
    }
    const out = new Uint8Array(demandMethod.shapeDays);
    for (let index = demandMethod.shapeDays - 1; index >= 0; index -= 1) {
      const openingMicro = closingMicro - (moved[index] ?? 0);
      const [usedMicro, lostMicro] = [used[index] ?? 0, lost[index] ?? 0];
      if (isStockOut({ openingMicro, closingMicro, usedMicro, lostMicro })) out[index] = 1;
      closingMicro = openingMicro;
    }
    booked.set(itemId, { used, out, isUsed });
  }
  return booked;
}

/** What a branch ordered of some items for each day, not what it was sent: a shortage must not lower it. In base units. */
async function loadOrderedQuantities(
  db: Queryable,
  branch: string,
  { from, today, items }: { from: string; today: string; items: ReadonlySet<string> },
) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .select(['itemId', 'deliveryDate as day', 'orderQtyMicro', 'unitNum', 'unitDen'])
    .where('orders.branch', '=', branch)
    .where('orders.deliveryDate', '>=', from)
    .where('orders.deliveryDate', '<', today)
    .where('orders.status', 'not in', [...excludedStatuses])
    .where('orderQtyMicro', '>', 0)
    .execute();
  return rows.flatMap(({ itemId, day, orderQtyMicro, unitNum, unitDen }) => {
    if (!items.has(itemId)) return [];
    // A line beyond exact numbers, which nobody means, counts as nothing.
    const qtyMicro = exactOrNull(() => convertMicro(orderQtyMicro, { num: unitNum, den: unitDen })) ?? 0;
    return [{ itemId, day, qtyMicro }];
  });
}

function byItem(
  rows: readonly { itemId: string; day: string; qtyMicro: number }[],
  at: ReadonlyMap<string, number>,
): Map<string, Float64Array> {
  const items = new Map<string, Float64Array>();
  for (const { itemId, day, qtyMicro } of rows) {
    const index = at.get(day);
    if (index === undefined) continue;
    const wanted = items.get(itemId) ?? new Float64Array(demandMethod.shapeDays);
    items.set(itemId, wanted);
    wanted[index] = (wanted[index] ?? 0) + qtyMicro;
  }
  return items;
}
