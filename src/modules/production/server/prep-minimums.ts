import { isForBranch } from '#modules/items/is-for-branch.ts';
import { sql } from 'kysely';
import { getBusinessDay } from '#core/business-day.ts';
import { type ClosedDays, findClosedDays } from '#core/closed-days.ts';
import { addDays, getWeekday } from '#core/day.ts';
import { toExactOrNull } from '#core/quantity.ts';
import {
  computeBranchOutlook,
  computeExpectedQuantity,
  loadHolidays,
} from '#modules/demand/server/branch-outlook.ts';
import { loadCategoryShapes } from '#modules/demand/server/outlook.ts';
import { demandMoveKinds } from '#modules/demand/server/series.ts';
import { getParForWeekday } from '#modules/orders/server/suggestions.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { MinimumDemand } from '../plan.ts';
import { maxDaysAhead } from './expected-demand.ts';

/** Minimum demand for prepared items, by day and item. */
export type PrepMinimums = Map<string, Map<string, MinimumDemand>>;

/**
 * Loads the minimum demand for the items that a location prepares, from today through a day: the location's
 * own sales forecast and, on the last day, the par level if it is higher. Closed days have none.
 */
export async function loadPrepMinimums(
  db: Queryable,
  placeId: string,
  { until, now }: { until: string; now: Date },
): Promise<PrepMinimums> {
  const { closedDays: storedDays, ...place } = await db
    .selectFrom('branches')
    .select(['_id', 'type', 'timezone', 'dayEnds', 'closedDays'])
    .where('_id', '=', placeId)
    .executeTakeFirstOrThrow();
  const closedDays = JSON.parse(storedDays) as ClosedDays[];
  const items = await loadPreparedItems(db, place);
  const today = getBusinessDay(now, place);
  // A kitchen's forecast is based on its branches' orders; including its own usage would count them twice.
  const forecast =
    place.type === 'central_kitchen' || items.length === 0 || until < today
      ? null
      : await loadSalesForecast(db, { ...place, closedDays }, items, today, now);
  const minimums: PrepMinimums = new Map();
  const lastDay = addDays(today, maxDaysAhead);
  const days = new Set([until]);
  for (let day = today; day <= until && day <= lastDay; day = addDays(day, 1)) days.add(day);
  for (const day of days) {
    if (findClosedDays(closedDays, day) !== null) continue;
    const dayMinimums = new Map<string, MinimumDemand>();
    for (const item of items) {
      const salesMicro = day <= lastDay ? (forecast?.(item._id, day) ?? 0) : 0;
      const parMicro = day === until ? (getParForWeekday(getWeekday(day), item) ?? 0) : 0;
      const qtyMicro = Math.max(salesMicro, parMicro);
      const kind = parMicro > salesMicro ? 'par' : 'sales';
      if (qtyMicro > 0) dayMinimums.set(item._id, { qtyMicro, source: { kind, id: placeId } });
    }
    minimums.set(day, dayMinimums);
  }
  return minimums;
}

/**
 * Loads the items that a location prepares, with their par levels: those with an active recipe. A branch
 * prepares only what it can't order.
 */
async function loadPreparedItems(db: Queryable, { _id: placeId, type }: { _id: string; type: string }) {
  const rows = await db
    .selectFrom('items')
    .leftJoin('itemLevels as level', (join) =>
      join
        .onRef('level.itemId', '=', 'items._id')
        .on('level.branchId', '=', placeId)
        .on('level.isActive', '=', 1),
    )
    .select(['items._id', 'items.category', 'items.baseUnit', 'items.isOrderable', 'items.branches'])
    .select(['level.parMicro', 'level.weekdayPar'])
    .where('items.isActive', '=', 1)
    .where('items._id', 'in', (eb) =>
      eb
        .selectFrom('recipes')
        .select(sql<string>`${sql.ref('recipes.outputItem')}`.as('itemId'))
        .where('recipes.outputItem', 'is not', null)
        .where('recipes.isActive', '=', 1),
    )
    .orderBy('items._id')
    .execute();
  return rows.filter(
    ({ isOrderable, branches }) =>
      type === 'central_kitchen' ||
      isOrderable !== 1 ||
      !isForBranch(JSON.parse(branches) as string[], placeId),
  );
}

type PreparedItem = Awaited<ReturnType<typeof loadPreparedItems>>[number];
type Place = Parameters<typeof computeBranchOutlook>[1];

/** Returns a function that computes an item's expected usage on a day; for today, less the usage so far. */
async function loadSalesForecast(
  db: Queryable,
  place: Place,
  prepared: readonly PreparedItem[],
  today: string,
  now: Date,
): Promise<(itemId: string, day: string) => number> {
  // All items of the categories, because they share a weekly pattern.
  const items = await db
    .selectFrom('items')
    .select(['_id', 'category', 'baseUnit'])
    .where('isActive', '=', 1)
    .where('category', 'in', [...new Set(prepared.map(({ category }) => category))])
    .orderBy('_id')
    .execute();
  const outlook = await computeBranchOutlook(db, place, {
    items,
    requestedIds: new Set(prepared.map(({ _id }) => _id)),
    units: await loadUnits(db),
    shapes: await loadCategoryShapes(db),
    now,
  });
  const holidays = (await loadHolidays(db, today)).get(place._id) ?? new Set<string>();
  const used = await db
    .selectFrom('stockDaily')
    .select(['itemId', 'qtyMicro'])
    .where('placeId', '=', place._id)
    .where('businessDay', '=', today)
    .where('kind', 'in', demandMoveKinds)
    .execute();
  return (itemId, day) => {
    const item = outlook.get(itemId);
    if (!item) return 0;
    const days = { closedDays: place.closedDays, holidays };
    const expectedMicro =
      toExactOrNull(() => Math.round(computeExpectedQuantity(item, [day], days) * 1e6)) ?? 0;
    const usedMicro = used.reduce(
      (sum, row) => sum - (day === today && row.itemId === itemId ? Number(row.qtyMicro) : 0),
      0,
    );
    return Math.max(0, expectedMicro - usedMicro);
  };
}
