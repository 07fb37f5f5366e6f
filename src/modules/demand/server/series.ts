import { sql } from 'kysely';
import type { OrderStatus } from '#modules/orders/status.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { type ClosedDays, findClosedDays } from '#core/closed-days.ts';
import { dayKind, type DemandDays, demandMethod, type DemandSeries } from '../demand-rules.ts';
import { type DayMark, dayMarks, isStockOut } from '../marked-days.ts';
import { convertMicro, toExactOrNull } from '#core/quantity.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { addDays, countDaysBetween, getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { UnitCatalogue } from '#modules/units/server/units.ts';
import { loadSalesWithoutDepletion } from '#modules/sales/server/sold-items.ts';

/** Item fields used by suggestions. */
export interface DemandItem {
  _id: string;
  category: string | null;
  baseUnit: string;
}

/** Source of demand: sales, otherwise usage, otherwise orders. */
export type DemandBasis = 'sold' | 'used' | 'ordered';

/** Demand series of an item, with the reasons for excluded days. */
export interface ItemSeries extends DemandSeries {
  item: DemandItem;
  source: DemandBasis;
  /** Size of a handling unit (piece, kilogram, litre), in millionths of the base unit. */
  handlingUnitMicro: number;
  /** Flags of open days: out of stock unless marked as counting, and marked as exceptional. */
  out: Uint8Array;
  exceptional: Uint8Array;
}

/** Demand at a location through yesterday, its last complete business day. */
export interface LocationDemand {
  /** First day with data, and the first day after the data. */
  from: string;
  today: string;
  days: DemandDays;
  series: ItemSeries[];
  marks: MarkedDayRow[];
}

export interface DemandLocation extends LocalDays {
  _id: string;
  closedDays: readonly ClosedDays[];
}

interface DemandRequest {
  items: readonly DemandItem[];
  units: UnitCatalogue;
  now: Date;
  /** Last requested day (YYYY-MM-DD). */
  until: string;
}

const excludedStatuses: readonly OrderStatus[] = ['Draft', 'Rejected', 'Cancelled'];

/** Maximum horizon in days. */
const maxDaysAhead = 400;

/** Loads the demand of items at a location over half a year, today excluded. */
export async function loadLocationDemand(
  db: Queryable,
  place: DemandLocation,
  { items, units, now, until }: DemandRequest,
): Promise<LocationDemand> {
  const today = getBusinessDay(now, place);
  const from = addDays(today, -demandMethod.shapeDays);
  const indexByDay = new Map(
    Array.from({ length: demandMethod.shapeDays }, (_, day) => [addDays(from, day), day] as const),
  );
  const [ledgerUsage, { marks, sold, depletedDays }] = await Promise.all([
    loadLedgerUsage(db, place._id, { from, indexByDay, items }),
    (async () => ({
      marks: await listMarkedDays(db, place._id, from),
      ...(await loadSalesWithoutDepletion(db, place._id, from, today)),
    }))(),
  ]);
  const days = buildDemandDays(place, marks, { from, today, until });
  const soldByItem = groupByItem(sold, indexByDay);
  const isDepleted = new Uint8Array(demandMethod.shapeDays);
  for (const day of depletedDays) isDepleted[indexByDay.get(day) ?? -1] = 1;
  const idsWithoutUsage = new Set(
    items.flatMap(({ _id }) => (soldByItem.has(_id) || ledgerUsage.get(_id)?.isUsed ? [] : _id)),
  );
  const ordered =
    idsWithoutUsage.size === 0
      ? new Map<string, Float64Array>()
      : groupByItem(
          await loadOrderedQuantities(db, place._id, { from, today, items: idsWithoutUsage }),
          indexByDay,
        );
  const marksByItem = Map.groupBy(marks, ({ itemId }) => itemId ?? '');
  const series = items.map((item): ItemSeries => {
    const handlingUnitMicro = getHandlingUnitSize(item, units);
    const itemUsage = ledgerUsage.get(item._id);
    const [tillSales, used] = [soldByItem.get(item._id), itemUsage?.isUsed ? itemUsage.used : undefined];
    const source: DemandBasis = tillSales ? 'sold' : used ? 'used' : 'ordered';
    const demandMicro =
      tillSales ?? used ?? ordered.get(item._id) ?? new Float64Array(demandMethod.shapeDays);
    const [exceptional, counted] = [
      new Uint8Array(demandMethod.shapeDays),
      new Uint8Array(demandMethod.shapeDays),
    ];
    for (const { day, kind } of [...(marksByItem.get('') ?? []), ...(marksByItem.get(item._id) ?? [])]) {
      const index = indexByDay.get(day);
      if (index === undefined || kind === 'holiday') continue;
      // Marks of the item follow those of the whole branch and override them.
      exceptional[index] = kind === 'exceptional' ? 1 : 0;
      counted[index] = kind === 'counts' ? 1 : 0;
    }
    const [out, counts] = [new Uint8Array(demandMethod.shapeDays), new Uint8Array(demandMethod.shapeDays)];
    for (let day = 0; day < demandMethod.shapeDays; day += 1) {
      // On days when tills deplete stock, the ledger continues the sales of days without depletion.
      const isInLedger = source === 'used' || (tillSales !== undefined && isDepleted[day] === 1);
      if (tillSales && isInLedger) tillSales[day] = (tillSales[day] ?? 0) + (itemUsage?.used[day] ?? 0);
      const isClosed = days.kinds[day] === dayKind.closed;
      if (isClosed) exceptional[day] = 0;
      else if (isInLedger && itemUsage?.out[day] === 1 && counted[day] !== 1) out[day] = 1;
      counts[day] = isClosed || exceptional[day] === 1 || out[day] === 1 ? 0 : 1;
    }
    const demand = demandMicro.map((qtyMicro) => Math.max(0, qtyMicro) / handlingUnitMicro);
    return { item, source, handlingUnitMicro, out, exceptional, quantities: demand, counts };
  });
  return { from, today, days, series, marks };
}

/** Builds the days with data and the requested future days, with their kinds. */
function buildDemandDays(
  { closedDays }: DemandLocation,
  marks: readonly MarkedDayRow[],
  { from, today, until }: { from: string; today: string; until: string },
): DemandDays {
  const dayCount = countDaysBetween(today, until) + 1;
  const ahead = Math.min(maxDaysAhead, Math.max(demandMethod.daysAhead, dayCount));
  const holidays = new Set(
    marks.flatMap(({ day, kind, itemId }) => (kind === 'holiday' && itemId === null ? day : [])),
  );
  const kinds = Uint8Array.from({ length: demandMethod.shapeDays + ahead }, (_, day) =>
    classifyDay(addDays(from, day), closedDays, holidays),
  );
  return { pastDays: demandMethod.shapeDays, firstWeekday: getWeekday(from) - 1, kinds };
}

/** Returns the kind of a day (YYYY-MM-DD) at a location, by closed days and holidays on which it is open. */
export function classifyDay(
  day: string,
  closedDays: readonly ClosedDays[],
  holidays: ReadonlySet<string>,
): number {
  const isClosed = (day: string) => findClosedDays(closedDays, day) !== null;
  if (isClosed(day)) return dayKind.closed;
  if (holidays.has(day)) return dayKind.holiday;
  if (isClosed(addDays(day, 1))) return dayKind.beforeClosed;
  return isClosed(addDays(day, -1)) ? dayKind.afterClosed : dayKind.usual;
}

/**
 * Returns the handling unit of an item in millionths of the base unit: one piece for counted items, otherwise
 * a kilogram, litre or metre.
 */
export function getHandlingUnitSize(item: Pick<DemandItem, 'baseUnit'>, units: UnitCatalogue): number {
  const unit = units.find(item.baseUnit);
  if (!unit || unit.dimension === 'count') return 1_000_000;
  return Math.max(1, Math.round((1000 * unit.factorDen * 1_000_000) / unit.factorNum));
}

const listMoveKinds = (flag: 'isUse' | 'isLoss') =>
  Object.entries(moveKinds).flatMap(([kind, flags]) => (flags[flag] ? kind : []));
/** Movement kinds of goods issued to meet demand. */
export const demandMoveKinds = listMoveKinds('isUse');
const lossKinds = listMoveKinds('isLoss');

interface LedgerUsage {
  used: Float64Array;
  out: Uint8Array;
  isUsed: boolean;
}

const [zero, minus, use, loss] = ['0', '-', 'u', 'l'].map((char) => char.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];

/** Returns the index of a day (YYYY-MM-DD at an offset of a string) within any year. */
function getCalendarIndex(text: string, start: number): number {
  const readDigit = (offset: number) => text.charCodeAt(start + offset) - zero;
  return (readDigit(5) * 10 + readDigit(6)) * 32 + readDigit(8) * 10 + readDigit(9);
}

/** Loads ledger usage by item and day, and the days out of stock, from the daily totals. */
async function loadLedgerUsage(
  db: Queryable,
  placeId: string,
  {
    from,
    indexByDay,
    items,
  }: { from: string; indexByDay: ReadonlyMap<string, number>; items: readonly DemandItem[] },
): Promise<Map<string, LedgerUsage>> {
  // One row per item with its days joined in a string, because fetching one row per day would take most of
  // the time. Kinds are compared one by one, which is faster than searching a list half a million times.
  const kindLetter = sql.join(
    [...demandMoveKinds.map((kind) => [kind, 'u']), ...lossKinds.map((kind) => [kind, 'l'])].map(
      ([kind = '', letter = '']) => sql`when ${sql.lit(kind)} then ${sql.lit(letter)}`,
    ),
    sql` `,
  );
  const entry = sql`d.${sql.ref('businessDay')} || case d.kind ${kindLetter} else 'm' end || d.${sql.ref('qtyMicro')}`;
  const joinedEntries =
    db.dialect === 'sqlite' ? sql`group_concat(${entry})` : sql`string_agg(${entry}, ',')`;
  // Balance and moves in one statement: a posting between two reads would shift all earlier days.
  let query = db
    .selectFrom('items')
    .leftJoin('balances as balance', (join) =>
      join.onRef('balance.itemId', '=', 'items._id').on('balance.placeId', '=', placeId),
    )
    .select([
      'items._id as itemId',
      'balance.onHandMicro',
      sql<string | null>`(select ${joinedEntries} from ${sql.table('stockDaily')} as d
      where d.${sql.ref('placeId')} = ${placeId} and d.${sql.ref('itemId')} = ${sql.ref('items._id')}
        and d.${sql.ref('businessDay')} >= ${from})`.as('days'),
    ]);
  // Selects items by id if there are few.
  if (items.length <= 200)
    query = query.where('items._id', 'in', items.length > 0 ? items.map(({ _id }) => _id) : ['']);
  const rows = await query.execute();
  const ledgerUsage = new Map<string, LedgerUsage>();
  // No calendar day occurs twice within half a year.
  const indexes = new Int16Array(13 * 32).fill(-1);
  for (const [day, index] of indexByDay) indexes[getCalendarIndex(day, 0)] = index;
  for (const { itemId, onHandMicro, days } of rows) {
    if (days === null) continue;
    const used = new Float64Array(demandMethod.shapeDays);
    const lost = new Float64Array(demandMethod.shapeDays);
    const moved = new Float64Array(demandMethod.shapeDays);
    // Computes the balances backwards from the current one.
    let closingMicro = Number(onHandMicro ?? 0);
    let isUsed = false;
    for (let start = 0; start < days.length; ) {
      const index = indexes[getCalendarIndex(days, start)] ?? -1;
      const letter = days.charCodeAt(start + 10);
      let position = start + 11;
      const isNegative = days.charCodeAt(position) === minus;
      if (isNegative) position += 1;
      let size = 0;
      for (let code = days.charCodeAt(position); code >= zero; code = days.charCodeAt(++position))
        size = size * 10 + code - zero;
      start = position + 1;
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
    ledgerUsage.set(itemId, { used, out, isUsed });
  }
  return ledgerUsage;
}

/**
 * Loads ordered quantities by day in base units, not shipped ones, because a shortage must not lower the
 * demand.
 */
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
    .where('orders.occasion', 'is', null)
    .where('orderQtyMicro', '>', 0)
    .execute();
  return rows.flatMap(({ itemId, day, orderQtyMicro, unitNum, unitDen }) => {
    if (!items.has(itemId)) return [];
    // A line that exceeds the safe integer range counts as zero.
    const qtyMicro = toExactOrNull(() => convertMicro(orderQtyMicro, { num: unitNum, den: unitDen })) ?? 0;
    return [{ itemId, day, qtyMicro }];
  });
}

function groupByItem(
  rows: readonly { itemId: string; day: string; qtyMicro: number }[],
  indexByDay: ReadonlyMap<string, number>,
): Map<string, Float64Array> {
  const items = new Map<string, Float64Array>();
  for (const { itemId, day, qtyMicro } of rows) {
    const index = indexByDay.get(day);
    if (index === undefined) continue;
    const demand = items.get(itemId) ?? new Float64Array(demandMethod.shapeDays);
    items.set(itemId, demand);
    demand[index] = (demand[index] ?? 0) + qtyMicro;
  }
  return items;
}

/** A day marked by a user, for one item or the whole branch. */
interface MarkedDayRow {
  itemId: string | null;
  day: string;
  kind: DayMark;
  note: string | null;
  userName: string;
}

/** Lists the marks at a location starting on a day, in a stable order. */
async function listMarkedDays(db: Queryable, placeId: string, from: string): Promise<MarkedDayRow[]> {
  const rows = await db
    .selectFrom('demandDays')
    .select(['itemId', 'day', 'kind', 'note', 'userName'])
    .where('branchId', '=', placeId)
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('_id')
    .execute();
  return rows.filter(({ kind }) => dayMarks.includes(kind));
}
