import { sql } from 'kysely';
import type { StockUse } from '../shapes.ts';
import { getBusinessDay } from '#core/business-day.ts';
import type { Actor } from '#core/permissions.ts';
import {
  countUsageDays,
  type MovementTotal,
  type DailyUsage,
  computeDailyUsage,
  usageWindow,
} from '#modules/demand/daily-usage.ts';
import { fromMicro } from '#core/quantity.ts';
import { addDays } from '#core/day.ts';
import { exactSum, sumHighLow } from '#platform/server/db/exact-sums.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { isPlaceVisibleTo } from './scope.ts';

interface UsageQuery {
  placeId: string;
  /** Restricts to one item. */
  itemId?: string | undefined;
  /** Length of the window in whole days; defaults to `usageWindow.max`. */
  maxDays?: number;
}

/**
 * Loads a location's daily usage by item (see `computeDailyUsage`), from the daily totals of whole local days
 * before today. Items without usage are omitted.
 */
export async function loadUsageByItem(
  db: Queryable,
  { placeId, itemId, maxDays }: UsageQuery,
  now: Date,
): Promise<Map<string, DailyUsage>> {
  const query = { placeIds: [placeId], ...(itemId !== undefined && { itemIds: [itemId] }), maxDays };
  return (await loadUsageByPlace(db, query, now)).get(placeId) ?? new Map<string, DailyUsage>();
}

interface PlacesUsageQuery {
  placeIds: readonly string[];
  itemIds?: readonly string[];
  maxDays?: number | undefined;
}

/** Loads daily usage by location and item. */
export async function loadUsageByPlace(
  db: Queryable,
  query: PlacesUsageQuery,
  now: Date,
): Promise<Map<string, Map<string, DailyUsage>>> {
  const usage = new Map<string, Map<string, DailyUsage>>();
  for (const [placeId, items] of await loadMovementByPlace(db, query, now)) {
    const itemUsage = new Map<string, DailyUsage>();
    for (const [item, dailyUsage] of items) if (dailyUsage) itemUsage.set(item, dailyUsage);
    usage.set(placeId, itemUsage);
  }
  return usage;
}

/**
 * Loads the items with movement in the window by location, with their daily usage, or null if nothing was
 * used. Locations with the same business day are read together.
 */
export async function loadMovementByPlace(
  db: Queryable,
  { placeIds, itemIds, maxDays = usageWindow.max }: PlacesUsageQuery,
  now: Date,
): Promise<Map<string, Map<string, DailyUsage | null>>> {
  const usageByPlace = new Map<string, Map<string, DailyUsage | null>>();
  if (placeIds.length === 0 || itemIds?.length === 0) return usageByPlace;
  const places = await db
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['places.placeId', 'branches.timezone', 'branches.dayEnds'])
    .where('places.placeId', 'in', placeIds)
    .execute();
  const placesByDay = Map.groupBy(places, (place) => getBusinessDay(now, place));
  for (const [today, dayPlaces] of placesByDay) {
    const ids = dayPlaces.map(({ placeId }) => placeId);
    const from = addDays(today, -maxDays);
    const rows = await loadMovement(db, { placeIds: ids, itemIds, from, today });
    const movedEarlier = await loadMovedBefore(db, ids, from, itemIds);
    for (const [placeId, placeRows] of Map.groupBy(rows, (row) => row.placeId)) {
      const items = new Map<string, DailyUsage | null>();
      for (const [item, kinds] of Map.groupBy(placeRows, (row) => row.itemId)) {
        const firstDay = kinds.reduce((day, row) => (row.firstDay < day ? row.firstDay : day), today);
        const days = movedEarlier.has(`${placeId} ${item}`)
          ? maxDays
          : countUsageDays(firstDay, today, maxDays);
        items.set(item, computeDailyUsage(kinds.map(toMovedByKind), days));
      }
      usageByPlace.set(placeId, items);
    }
  }
  return usageByPlace;
}

function loadMovement(
  db: Queryable,
  {
    placeIds,
    itemIds,
    from,
    today,
  }: { placeIds: string[]; itemIds: readonly string[] | undefined; from: string; today: string },
) {
  const qty = sumHighLow(sql.ref('d.qtyMicro'));
  let query = db
    .selectFrom('stockDaily as d')
    .select(['d.placeId', 'd.itemId', 'd.kind', qty.high.as('high'), qty.low.as('low')])
    .select((eb) => eb.fn.min('d.businessDay').as('firstDay'))
    .where('d.placeId', 'in', placeIds)
    .where('d.businessDay', '>=', from)
    .where('d.businessDay', '<', today)
    .groupBy(['d.placeId', 'd.itemId', 'd.kind']);
  if (itemIds !== undefined) query = query.where('d.itemId', 'in', itemIds);
  return query.execute();
}

/** Returns the usage per day of items at a location that the actor may see. */
export async function getUsage(
  db: Queryable,
  actor: Actor,
  { placeId, itemId }: { placeId: string; itemId?: string | undefined },
  now: Date,
): Promise<RouteResponse> {
  const visible = await db
    .selectFrom('places')
    .select('places.placeId')
    .where('places.placeId', '=', placeId)
    .where(isPlaceVisibleTo(actor))
    .executeTakeFirst();
  const usage = visible ? await loadUsageByItem(db, { placeId, itemId }, now) : new Map<string, DailyUsage>();
  const body = [...usage].map(([item, { perDayMicro, days, basis }]): StockUse => {
    return { itemId: item, perDay: fromMicro(perDayMicro), days, basis };
  });
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}

const toMovedByKind = (row: { kind: string; high: number | null; low: number | null }): MovementTotal => ({
  kind: row.kind,
  qtyMicro: exactSum(row.high, row.low),
});

/** Loads the `place item` keys that had movements before a given day, with one index lookup per balance. */
async function loadMovedBefore(
  db: Queryable,
  placeIds: readonly string[],
  day: string,
  itemIds: readonly string[] | undefined,
): Promise<Set<string>> {
  let query = db
    .selectFrom('balances as b')
    .select(['b.placeId', 'b.itemId'])
    .where('b.placeId', 'in', placeIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stockDaily as d')
          .select('d.itemId')
          .whereRef('d.placeId', '=', 'b.placeId')
          .whereRef('d.itemId', '=', 'b.itemId')
          // Keeps the index by day from being used: it would scan all of the location's movements for each
          // item.
          .where(sql<string>`${sql.ref('d.businessDay')} || ''`, '<', day),
      ),
    );
  if (itemIds !== undefined) query = query.where('b.itemId', 'in', itemIds);
  return new Set((await query.execute()).map((row) => `${row.placeId} ${row.itemId}`));
}
