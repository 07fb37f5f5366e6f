import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { emptyStockSums, type StockSums, isUsageRecord, getUsageKinds, type UsageScope } from '../stock.ts';
import { getScope } from '#core/permissions.ts';
import { getTimeKey } from '#modules/reports/report-shapes.ts';
import { addDays } from '#core/day.ts';
import { sumHighLow, combineHighLow } from '#platform/server/db/exact-sums.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type HiddenStock, loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { buildClosingRange, findNearestClosing } from '#modules/stock/server/closings.ts';
import { placesWithDailyTotals, isSamePlace } from '#modules/stock/server/daily-totals.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import {
  buildMoveValuesByDay,
  buildStockValueByPlace,
  buildStockValueByItem,
  isNearAggregates,
  buildHiddenStockConditions,
} from '#modules/stock/server/closed-day-aggregates.ts';
import type { AnalyticsRequest } from './request.ts';

const ref = (name: string) => sql.ref(name);

/** SQL condition: stock positions in scope, without transit and hold. */
const isStockPosition = ({
  actor,
  branch,
}: Pick<AnalyticsRequest, 'actor' | 'branch'>) => sql<SqlBool>`${isPlaceVisibleTo(actor)}
  and ${ref('places.branchId')} is not null and ${ref('places.type')} not in ('transit', 'hold')
  and ${branch === undefined ? sql`1 = 1` : sql`${ref('places.branchId')} = ${branch}`}`;

interface LocationMovements {
  placeId: string;
  branchId: string;
  /** Movements by kind, and by day if requested. */
  moved: { kind: string; day: string; valueE4: bigint }[];
}

/** Movements of stock positions in the period, and how usage is measured. */
export interface StockMovements {
  places: LocationMovements[];
  usageScope: UsageScope;
  hiddenStock: HiddenStock;
}

/** Loads stock moves by kind, and by day if `withDays`. */
export async function loadStockMovements(
  db: Queryable,
  request: AnalyticsRequest,
  withDays: boolean,
): Promise<StockMovements> {
  const hiddenStock = await loadHiddenStock(db, request.actor);
  const day = withDays ? sql`, day` : sql``;
  const { rows } = await sql<{
    placeId: string;
    branchId: string;
    kind: string;
    day?: string;
    high: unknown;
    low: unknown;
  }>`select ${ref('placeId')}, ${ref('branchId')}, kind${day}, sum(high) as high, sum(low) as low
    from ${buildMoveValuesByDay(db.dialect, request, isStockPosition(request), hiddenStock)} as sides
    group by ${ref('placeId')}, ${ref('branchId')}, kind${day}`.execute(db);
  const { rows: kinds } = await sql<{
    type: string;
  }>`select distinct places.type from places where ${isStockPosition(request)}`.execute(db);
  const places = [...Map.groupBy(rows, ({ placeId }) => placeId)].map(
    ([placeId, placeRows]): LocationMovements => ({
      placeId,
      branchId: placeRows[0]?.branchId ?? placeId,
      moved: placeRows.map(({ kind, day = '', high, low }) => ({
        kind,
        day,
        valueE4: combineHighLow(high, low),
      })),
    }),
  );
  const isCombined = request.usageScope === 'combined' || kinds.some(({ type }) => type === 'branch');
  return { places, hiddenStock, usageScope: isCombined ? 'combined' : 'kitchens' };
}

/** Returns the move kinds that count as usage of a location in the period. */
const getUsageRule = ({ moved }: LocationMovements, usageScope: UsageScope) => {
  const recordsUse = usageScope === 'kitchens' || moved.some(({ kind }) => isUsageRecord(kind));
  return { recordsUse, kinds: getUsageKinds(usageScope, recordsUse), sign: recordsUse ? -1n : 1n };
};

/** Computes usage at cost by row key: `branch`, or a period of time if days were loaded. */
export function computeUsageAtCost(
  { places, usageScope }: StockMovements,
  by: AnalyticsRequest['by'],
): Map<string, bigint> {
  const usageByKey = new Map<string, bigint>();
  for (const place of places) {
    const { kinds, sign } = getUsageRule(place, usageScope);
    for (const { kind, day, valueE4 } of place.moved) {
      if (!(kinds as readonly string[]).includes(kind)) continue;
      const key = by === 'branch' ? place.branchId : by === 'day' || by === 'week' ? getTimeKey(day, by) : '';
      usageByKey.set(key, (usageByKey.get(key) ?? 0n) + sign * valueE4);
    }
  }
  return usageByKey;
}

/** Loads usage, opening and closing values by branch or item; rows without any of these are omitted. */
export async function loadStockTotals(
  db: Queryable,
  request: AnalyticsRequest,
  stock: StockMovements,
): Promise<Map<string, StockSums>> {
  const sums = await computeTotals(db, request, stock);
  if (request.by === 'item')
    for (const [key, { usedE4, openingE4, closingE4 }] of sums)
      if (usedE4 === 0n && openingE4 === 0n && closingE4 === 0n) sums.delete(key);
  return sums;
}

async function computeTotals(
  db: Queryable,
  request: AnalyticsRequest,
  stock: StockMovements,
): Promise<Map<string, StockSums>> {
  const isByItem = request.by === 'item';
  const isNearAggregated = await isNearAggregates(db, request.to);
  if (isByItem && isNearAggregated && coversAllStock(request, stock))
    return computeTotalsOfAllStock(db, request, stock);
  const sums = new Map<string, StockSums>();
  const add = (key: string, more: Partial<StockSums>) => sums.set(key, addSums(sums.get(key), more));
  const { isSummed, isExcluded } = buildHiddenStockConditions(stock.hiddenStock);
  const closing =
    isByItem || !isNearAggregated
      ? await loadClosingFromDailyTotals(db, request, stock.hiddenStock, isByItem ? 'itemId' : 'placeId')
      : [
          ...(await loadClosingFromAggregates(db, request, isSummed)),
          ...(stock.hiddenStock.positions.length === 0
            ? []
            : await loadClosingFromDailyTotals(db, request, stock.hiddenStock, 'placeId', isExcluded)),
        ];
  for (const { key, valueE4 } of closing) add(key, { closingE4: valueE4, openingE4: valueE4 });
  if (isByItem)
    for (const { itemId, netE4, usedE4 } of await loadMovementsByItem(db, request, stock))
      add(itemId, { usedE4, openingE4: -netE4 });
  else
    for (const place of stock.places) {
      const netE4 = place.moved.reduce((sum, { valueE4 }) => sum + valueE4, 0n);
      const used = computeUsageAtCost({ ...stock, places: [place] }, 'branch');
      add(place.branchId, { usedE4: used.get(place.branchId) ?? 0n, openingE4: -netE4 });
    }
  return sums;
}

const addSums = (sums: StockSums = emptyStockSums, more: Partial<StockSums>): StockSums => ({
  usedE4: sums.usedE4 + (more.usedE4 ?? 0n),
  openingE4: sums.openingE4 + (more.openingE4 ?? 0n),
  closingE4: sums.closingE4 + (more.closingE4 ?? 0n),
});

/** Whether the request covers all stock positions and all items on them. */
const coversAllStock = ({ actor, branch }: AnalyticsRequest, { hiddenStock }: StockMovements): boolean =>
  branch === undefined && getScope(actor).kind === 'all' && hiddenStock.positions.length === 0;

/** Loads closing values from the closed-day aggregates. */
async function loadClosingFromAggregates(
  db: Queryable,
  request: AnalyticsRequest,
  isSummed: RawBuilder<SqlBool>,
): Promise<{ key: string; valueE4: bigint }[]> {
  const inRequest = sql<SqlBool>`${isStockPosition(request)} and ${isSummed}`;
  const { rows } = await sql<{ key: string; high: unknown; low: unknown }>`
    select ${ref('branchId')} as key, sum(high) as high, sum(low) as low
    from ${buildStockValueByPlace(db.dialect, request.to, inRequest)} as place_values group by ${ref('branchId')}`.execute(
    db,
  );
  return rows.map(({ key, high, low }) => ({ key, valueE4: combineHighLow(high, low) }));
}

/**
 * Computes item figures over all stock positions: opening and closing values, and usage between them. For
 * locations that don't record usage, deliveries count as usage.
 */
async function computeTotalsOfAllStock(
  db: Queryable,
  request: AnalyticsRequest,
  stock: StockMovements,
): Promise<Map<string, StockSums>> {
  const [recorded, delivered] = [
    getUsageKinds(stock.usageScope, true),
    getUsageKinds(stock.usageScope, false),
  ];
  const [unrecorded, others] = [false, true].map((records) =>
    stock.places.filter((place) => getUsageRule(place, stock.usageScope).recordsUse === records),
  ) as [LocationMovements[], LocationMovements[]];
  // Adds the deliveries to locations that don't record usage, or subtracts the deliveries to all other locations
  // from the total, whichever reads fewer locations.
  const addsUnrecorded = unrecorded.length <= others.length;
  const isKind = (kinds: readonly string[]) =>
    sql`(case when kind in (${sql.join(kinds)}) then 1 else 0 end)`;
  const sign = addsUnrecorded ? sql`-${isKind(recorded)}` : sql`(${isKind(delivered)} - ${isKind(recorded)})`;
  const sum = (name: string, factor: RawBuilder<unknown>) =>
    sql`sum(high * ${factor}) as ${ref(`${name}High`)}, sum(low * ${factor}) as ${ref(`${name}Low`)}`;
  const { rows } = await sql<Record<'itemId', string> & Record<EndHalves, unknown>>`
    select ${ref('itemId')}, ${sum('closing', sql`closes`)}, ${sum('opening', sql`opens`)},
      ${sum('used', sql`(closes - opens) * ${sign}`)}
    from (
      select ends.*, 1 as closes, 0 as opens from ${buildStockValueByItem(request.to, isStockPosition(request))} as ends
      union all
      select begins.*, 0, 1 from ${buildStockValueByItem(addDays(request.from, -1), isStockPosition(request))} as begins
    ) as both_ends group by ${ref('itemId')}`.execute(db);
  const sums = new Map(
    rows.map(({ itemId, ...row }) => [
      itemId,
      {
        closingE4: combineHighLow(row.closingHigh, row.closingLow),
        openingE4: combineHighLow(row.openingHigh, row.openingLow),
        usedE4: combineHighLow(row.usedHigh, row.usedLow),
      },
    ]),
  );
  for (const { itemId, valueE4 } of await loadDeliveriesByItem(
    db,
    request,
    addsUnrecorded ? unrecorded : others,
    delivered,
  ))
    sums.set(itemId, addSums(sums.get(itemId), { usedE4: addsUnrecorded ? valueE4 : -valueE4 }));
  return sums;
}

type EndHalves = `${'closing' | 'opening' | 'used'}${'High' | 'Low'}`;

/** Computes closing values from the nearest stored closing balance and the movements between the two days. */
async function loadClosingFromDailyTotals(
  db: Queryable,
  request: AnalyticsRequest,
  hiddenStock: HiddenStock,
  by: 'itemId' | 'placeId',
  inRequest: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<{ key: string; valueE4: bigint }[]> {
  const closing = await findNearestClosing(db, request.to, request.now);
  const { sign, isBetween } = buildClosingRange(request.to, closing);
  const startingValues =
    closing === null
      ? sql`places join balances as b on b.${ref('placeId')} = ${ref('places.placeId')}`
      : sql`places join ${sql.table('stockClosings')} as b on b.day = ${closing} and b.${ref('placeId')} = ${ref('places.placeId')}`;
  const key = (alias: string) => (by === 'itemId' ? sql`${ref(`${alias}.itemId`)}` : ref('places.branchId'));
  const { high, low } = sumHighLow(sql`value`);
  const { rows } = await sql<{
    key: string;
    high: unknown;
    low: unknown;
  }>`select key, ${high} as high, ${low} as low from (
      select ${key('b')} as key, b.${ref('valueE4')} as value from ${startingValues}
      where ${isStockPosition(request)} and ${inRequest} and ${hiddenStock.isVisible('b.placeId', 'b.itemId')}
      union all
      select ${key('d')}, ${sign}d.${ref('valueE4')} from ${placesWithDailyTotals}
      where ${isSamePlace} and ${isStockPosition(request)} and ${inRequest} and ${isBetween} and ${hiddenStock.isVisible('d.placeId', 'd.itemId')}
    ) as sides group by key`.execute(db);
  return rows.map((row) => ({ key: row.key, valueE4: combineHighLow(row.high, row.low) }));
}

async function loadMovementsByItem(
  db: Queryable,
  request: AnalyticsRequest,
  { places, usageScope, hiddenStock }: StockMovements,
) {
  const value = ref('d.valueE4');
  // Locations that record usage, and those whose deliveries count as usage.
  const cases = [...Map.groupBy(places, (place) => getUsageRule(place, usageScope).sign)].flatMap(
    ([sign, placesOfRule]) => {
      const [first] = placesOfRule;
      if (!first) return [];
      const ids = sql.join(placesOfRule.map(({ placeId }) => placeId));
      const kinds = sql.join(getUsageRule(first, usageScope).kinds.map((kind) => sql.lit(kind)));
      return [
        sql`when d.kind in (${kinds}) and d.${ref('placeId')} in (${ids}) then ${sql.lit(Number(sign))} * ${value}`,
      ];
    },
  );
  if (cases.length === 0) return [];
  const used = sumHighLow(sql`(case ${sql.join(cases, sql` `)} else 0 end)`);
  const net = sumHighLow(value);
  const { rows } = await sql<
    Record<'itemId', string> & Record<'usedHigh' | 'usedLow' | 'netHigh' | 'netLow', unknown>
  >`
    select d.${ref('itemId')}, ${used.high} as ${ref('usedHigh')}, ${used.low} as ${ref('usedLow')},
      ${net.high} as ${ref('netHigh')}, ${net.low} as ${ref('netLow')}
    from ${placesWithDailyTotals}
    where ${isSamePlace} and ${isStockPosition(request)} and d.${ref('businessDay')} >= ${request.from} and d.${ref('businessDay')} <= ${request.to}
      and ${hiddenStock.isVisible('d.placeId', 'd.itemId')}
    group by d.${ref('itemId')}`.execute(db);
  return rows.map((row) => ({
    itemId: row.itemId,
    usedE4: combineHighLow(row.usedHigh, row.usedLow),
    netE4: combineHighLow(row.netHigh, row.netLow),
  }));
}

/** Loads deliveries to locations by item, for the given move kinds. */
async function loadDeliveriesByItem(
  db: Queryable,
  request: AnalyticsRequest,
  places: readonly LocationMovements[],
  kinds: readonly string[],
): Promise<{ itemId: string; valueE4: bigint }[]> {
  if (places.length === 0 || kinds.length === 0) return [];
  const { high, low } = sumHighLow(ref('d.valueE4'));
  const { rows } = await sql<{ itemId: string; high: unknown; low: unknown }>`
    select d.${ref('itemId')}, ${high} as high, ${low} as low from ${placesWithDailyTotals}
    where ${isSamePlace} and places.${ref('placeId')} in (${sql.join(places.map(({ placeId }) => placeId))})
      and d.${ref('businessDay')} >= ${request.from} and d.${ref('businessDay')} <= ${request.to} and d.kind in (${sql.join(kinds)})
    group by d.${ref('itemId')}`.execute(db);
  return rows.map((row) => ({ itemId: row.itemId, valueE4: combineHighLow(row.high, row.low) }));
}
