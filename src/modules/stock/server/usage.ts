import { sql } from 'kysely';
import type { StockUse } from '../shapes.ts';
import { businessDayOf } from '#core/business-day.ts';
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
  mostDays?: number;
}

/**
 * Returns a location's usage per day by item (see `usePerDay`), from the daily totals of whole local days
 * before today. Items without usage are omitted.
 */
export async function usageByItem(
  db: Queryable,
  { placeId, itemId, mostDays }: UsageQuery,
  now: Date,
): Promise<Map<string, DailyUsage>> {
  const question = { placeIds: [placeId], ...(itemId !== undefined && { itemIds: [itemId] }), mostDays };
  return (await usageByPlace(db, question, now)).get(placeId) ?? new Map<string, DailyUsage>();
}

interface PlacesUsageQuery {
  placeIds: readonly string[];
  itemIds?: readonly string[];
  mostDays?: number | undefined;
}

/** Returns usage per day by location and item. */
export async function usageByPlace(
  db: Queryable,
  question: PlacesUsageQuery,
  now: Date,
): Promise<Map<string, Map<string, DailyUsage>>> {
  const uses = new Map<string, Map<string, DailyUsage>>();
  for (const [placeId, items] of await movementByPlace(db, question, now)) {
    const used = new Map<string, DailyUsage>();
    for (const [item, use] of items) if (use) used.set(item, use);
    uses.set(placeId, used);
  }
  return uses;
}

/**
 * Returns items with movement in the window, by location: their usage per day, or null if nothing was used.
 * Locations with the same business day are read together.
 */
export async function movementByPlace(
  db: Queryable,
  { placeIds, itemIds, mostDays = usageWindow.max }: PlacesUsageQuery,
  now: Date,
): Promise<Map<string, Map<string, DailyUsage | null>>> {
  const moved = new Map<string, Map<string, DailyUsage | null>>();
  if (placeIds.length === 0 || itemIds?.length === 0) return moved;
  const places = await db
    .selectFrom('places')
    .leftJoin('branches', 'branches._id', 'places.branchId')
    .select(['places.placeId', 'branches.timezone', 'branches.dayEnds'])
    .where('places.placeId', 'in', placeIds)
    .execute();
  const byDay = Map.groupBy(places, (place) => businessDayOf(now, place));
  for (const [today, dayPlaces] of byDay) {
    const ids = dayPlaces.map(({ placeId }) => placeId);
    const from = addDays(today, -mostDays);
    const rows = await loadMovement(db, { placeIds: ids, itemIds, from, today });
    const older = await loadMovedBefore(db, ids, from, itemIds);
    for (const [placeId, ofPlace] of Map.groupBy(rows, (row) => row.placeId)) {
      const items = new Map<string, DailyUsage | null>();
      for (const [item, kinds] of Map.groupBy(ofPlace, (row) => row.itemId)) {
        const first = kinds.reduce((day, row) => (row.firstDay < day ? row.firstDay : day), today);
        const days = older.has(`${placeId} ${item}`) ? mostDays : countUsageDays(first, today, mostDays);
        items.set(item, computeDailyUsage(kinds.map(toMoved), days));
      }
      moved.set(placeId, items);
    }
  }
  return moved;
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
  let moved = db
    .selectFrom('stockDaily as d')
    .select(['d.placeId', 'd.itemId', 'd.kind', qty.high.as('high'), qty.low.as('low')])
    .select((eb) => eb.fn.min('d.businessDay').as('firstDay'))
    .where('d.placeId', 'in', placeIds)
    .where('d.businessDay', '>=', from)
    .where('d.businessDay', '<', today)
    .groupBy(['d.placeId', 'd.itemId', 'd.kind']);
  if (itemIds !== undefined) moved = moved.where('d.itemId', 'in', itemIds);
  return moved.execute();
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
  const uses = visible ? await usageByItem(db, { placeId, itemId }, now) : new Map<string, DailyUsage>();
  const body = [...uses].map(([item, { perDayMicro, days, basis }]): StockUse => {
    return { itemId: item, perDay: fromMicro(perDayMicro), days, basis };
  });
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}

const toMoved = (row: { kind: string; high: number | null; low: number | null }): MovementTotal => ({
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
