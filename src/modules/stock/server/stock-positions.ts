import { type SqlBool, sql } from 'kysely';
import type { StockPositionsQueryParams } from '../input.ts';
import type { StockPosition } from '../shapes.ts';
import { getBusinessDay } from '#core/business-day.ts';
import type { Actor } from '#core/permissions.ts';
import { usageWindow } from '#modules/demand/daily-usage.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { hasMatchingLots, type StockSubset } from '../stock-subsets.ts';
import { compareCodes } from '#core/text.ts';
import { addDays } from '#core/day.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse, ReadContext } from '#platform/server/http/route.ts';
import { loadHiddenStock } from './hidden-stock.ts';
import { maxCompactRows } from './list.ts';
import { lotStockSubquery } from './lots.ts';
import { loadOnOrder } from './on-order.ts';
import { isPlaceVisibleTo } from './scope.ts';
import { loadMovementByPlace } from './usage.ts';

const ref = (name: string) => sql.ref(name);

/**
 * Lists usage per day, lots and movement of items at the branches and kitchens that the actor sees, without
 * items hidden by blind counts.
 */
export async function listStockPositions(
  { db, buildEtag }: Pick<ReadContext, 'db' | 'buildEtag'>,
  actor: Actor,
  { placeId, items, subset }: StockPositionsQueryParams,
  now: Date,
): Promise<RouteResponse> {
  const places = await loadVisiblePlaces(db, actor, now, placeId);
  const hiddenStock = await loadHiddenStock(db, actor);
  const isVisible = (position: StockPositionKey) => !hiddenStock.has(position.placeId, position.itemId);
  const lots = (await loadLotPositions(db, places, items)).filter(isVisible);
  const filteredPositions =
    subset && (await filterPositions(db, subset, { places, items, lots })).filter(isVisible);
  const listedPositions = filteredPositions?.slice(0, maxFilteredPositions);
  const requestedKeys = listedPositions && new Set(listedPositions.map(getKey));
  // For a filtered set, usage and movement are read only for its items.
  const itemFilter = listedPositions ? [...new Set(listedPositions.map(({ itemId }) => itemId))] : items;
  const positions = new Map<string, StockPosition>();
  const getPosition = (place: string, itemId: string): StockPosition => {
    const key = getKey({ placeId: place, itemId });
    const position = positions.get(key) ?? { ...emptyPosition, itemId, placeId: place };
    positions.set(key, position);
    return position;
  };
  for (const { placeId: place, itemId } of listedPositions ?? []) getPosition(place, itemId);
  for await (const { today: _, ...row } of withEventLoopYields(lots))
    Object.assign(getPosition(row.placeId, row.itemId), row);
  const allPlaceIds = places.map((place) => place.placeId);
  for await (const placeIds of withEventLoopYields(chunks(allPlaceIds, placesPerBatch)))
    for (const [place, itemUsage] of await loadMovementByPlace(
      db,
      { placeIds, ...(itemFilter && { itemIds: itemFilter }) },
      now,
    ))
      for (const [itemId, usage] of itemUsage)
        Object.assign(getPosition(place, itemId), {
          hasRecentMovements: true,
          ...(usage && { perDay: fromMicro(usage.perDayMicro), days: usage.days, basis: usage.basis }),
        });
  for (const [today, dayPlaces] of groupByToday(places))
    for await (const row of withEventLoopYields(await loadMovedSince(db, dayPlaces, today, itemFilter)))
      getPosition(row.placeId, row.itemId).hasRecentMovements = true;
  for (const { place, itemId, baseMicro } of await loadOnOrder(db, allPlaceIds)) {
    if (itemFilter && !itemFilter.includes(itemId)) continue;
    const position = getPosition(place, itemId);
    position.onOrder = fromMicro(toMicro(position.onOrder) + baseMicro);
  }
  const visiblePositions = [...positions.values()]
    .filter((position) => isVisible(position) && (!requestedKeys || requestedKeys.has(getKey(position))))
    .toSorted(compareByPlaceAndItem);
  const body = JSON.stringify(visiblePositions.slice(0, maxCompactRows));
  const total = String(filteredPositions?.length ?? visiblePositions.length);
  return { status: 200, raw: true, body, headers: { 'x-total-count': total, etag: await buildEtag(body) } };
}

/** Maximum number of filtered positions in one response, earliest expiry first. */
const maxFilteredPositions = 2000;

/** Places whose usage is summed at once; other requests are served in between. */
const placesPerBatch = 5;

const emptyPosition = {
  perDay: null,
  days: null,
  basis: null,
  hasRecentMovements: false,
  lots: 0,
  nextExpiry: null,
  expiredLots: 0,
  onHoldLots: 0,
  onOrder: 0,
} as const;

interface StockPositionKey {
  placeId: string;
  itemId: string;
}
const getKey = ({ placeId, itemId }: StockPositionKey) => `${placeId} ${itemId}`;
const compareByPlaceAndItem = (a: StockPositionKey, b: StockPositionKey) =>
  compareCodes(a.placeId, b.placeId) || compareCodes(a.itemId, b.itemId);

/** A branch or kitchen and its current business day. */
interface PlaceToday {
  placeId: string;
  today: string;
}

async function loadVisiblePlaces(
  db: Queryable,
  actor: Actor,
  now: Date,
  placeId?: string,
): Promise<PlaceToday[]> {
  let query = db
    .selectFrom('places')
    .innerJoin('branches', 'branches._id', 'places.placeId')
    .select(['places.placeId', 'branches.timezone', 'branches.dayEnds'])
    .where(isPlaceVisibleTo(actor));
  if (placeId !== undefined) query = query.where('places.placeId', '=', placeId);
  return (await query.execute()).map(({ placeId: id, ...local }) => ({
    placeId: id,
    today: getBusinessDay(now, local),
  }));
}

const groupByToday = (places: readonly PlaceToday[]): [string, string[]][] =>
  [...Map.groupBy(places, ({ today }) => today)].map(([today, dayPlaces]) => [
    today,
    dayPlaces.map(({ placeId }) => placeId),
  ]);

/** Loads lots on hand that the actor sees, without those hidden by blind counts. */
export async function loadVisibleLotPositions(
  db: Queryable,
  actor: Actor,
  now: Date,
): Promise<LotsAtPosition[]> {
  const hiddenStock = await loadHiddenStock(db, actor);
  const lots = await loadLotPositions(db, await loadVisiblePlaces(db, actor, now), undefined);
  return lots.filter(({ placeId, itemId }) => !hiddenStock.has(placeId, itemId));
}

/** Returns positions that need attention, earliest expiry first. */
async function filterPositions(
  db: Queryable,
  subset: StockSubset,
  {
    places,
    items,
    lots,
  }: { places: readonly PlaceToday[]; items: readonly string[] | undefined; lots: readonly LotsAtPosition[] },
): Promise<StockPositionKey[]> {
  if (subset !== 'without-movement')
    return lots
      .filter((row) => hasMatchingLots(subset, row, row.today))
      .toSorted(
        (a, b) => compareCodes(a.nextExpiry ?? '9', b.nextExpiry ?? '9') || compareByPlaceAndItem(a, b),
      );
  const stalePositions: StockPositionKey[] = [];
  for (const [today, dayPlaces] of groupByToday(places))
    stalePositions.push(...(await loadStalePositions(db, dayPlaces, today, items)));
  return stalePositions.toSorted(compareByPlaceAndItem);
}

/** Loads positions with movement since a day. */
async function loadMovedSince(
  db: Queryable,
  placeIds: readonly string[],
  day: string,
  items: readonly string[] | undefined,
): Promise<StockPositionKey[]> {
  if (items?.length === 0) return [];
  let query = db
    .selectFrom('stockDaily')
    .select(['placeId', 'itemId'])
    .distinct()
    .where('placeId', 'in', placeIds)
    .where('businessDay', '>=', day);
  if (items !== undefined) query = query.where('itemId', 'in', items);
  return query.execute();
}

/**
 * Loads positions with stock but without movement in the last weeks. Checks the daily totals once per
 * balance; the movements of several weeks have a hundred times as many rows.
 */
async function loadStalePositions(
  db: Queryable,
  placeIds: readonly string[],
  today: string,
  items: readonly string[] | undefined,
): Promise<StockPositionKey[]> {
  if (items?.length === 0) return [];
  const hasMoved = sql<SqlBool>`exists (select 1 from ${sql.table('stockDaily')} as d
    where d.${ref('placeId')} = b.${ref('placeId')} and d.${ref('itemId')} = b.${ref('itemId')}
      and d.${ref('businessDay')} >= ${addDays(today, -usageWindow.max)})`;
  let query = db
    .selectFrom('balances as b')
    .select(['b.placeId', 'b.itemId'])
    .where('b.placeId', 'in', placeIds)
    .where(sql<SqlBool>`b.${ref('onHandMicro')} <> 0 and not ${hasMoved}`);
  if (items !== undefined) query = query.where('b.itemId', 'in', items);
  return query.execute();
}

interface LotsAtPosition extends StockPositionKey {
  lots: number;
  nextExpiry: string | null;
  expiredLots: number;
  onHoldLots: number;
  /** The current local day of the location. */
  today: string;
}

/** Loads lots on hand by place and item. A lot can be used through its expiry day. */
async function loadLotPositions(
  db: Queryable,
  places: readonly PlaceToday[],
  items: readonly string[] | undefined,
): Promise<LotsAtPosition[]> {
  if (items?.length === 0) return [];
  const positions: LotsAtPosition[] = [];
  const expiry = sql`o.expiry`;
  const itemCondition = items === undefined ? sql`` : sql`and b.${ref('itemId')} in (${sql.join(items)})`;
  for (const [today, dayPlaces] of groupByToday(places)) {
    const { rows } = await sql<Omit<LotsAtPosition, 'today'>>`
      select b.${ref('placeId')}, b.${ref('itemId')},
        count(case when coalesce(o.code, '') <> '' then 1 end) as lots,
        min(case when ${expiry} >= ${today} then ${expiry} end) as ${ref('nextExpiry')},
        count(case when ${expiry} < ${today} then 1 end) as "expiredLots",
        count(o.${ref('heldAt')}) as "onHoldLots"
      from ${lotStockSubquery} as b left join lots as o on o.${ref('_id')} = b.${ref('lotId')}
      where b.${ref('placeId')} in (${sql.join(dayPlaces)}) and b.${ref('onHandMicro')} <> 0 ${itemCondition}
      group by b.${ref('placeId')}, b.${ref('itemId')}`.execute(db);
    for (const { lots, nextExpiry, expiredLots, onHoldLots, ...position } of rows)
      positions.push({
        ...position,
        lots: Number(lots),
        nextExpiry,
        expiredLots: Number(expiredLots),
        onHoldLots: Number(onHoldLots),
        today,
      });
  }
  return positions;
}
