import { getBusinessDay } from '#core/business-day.ts';
import type { ClosedDays } from '#core/closed-days.ts';
import { dayKind, demandMethod } from '../demand-rules.ts';
import { getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { UnitCatalogue } from '#modules/units/server/units.ts';
import { getWeekdayAverage, modelItems, computeLastFourAverage } from './outlook.ts';
import { roundForDisplay } from './suggestion.ts';
import {
  type DemandItem,
  type DemandLocation,
  type DemandBasis,
  classifyDay,
  loadLocationDemand,
} from './series.ts';

/**
 * Compact outlook of an item at a branch: expected quantity per weekday (Monday first) in base units, and
 * factors of special days. Rounded to six digits, so that cached and recomputed values are equal.
 */
export interface ItemOutlook {
  source: DemandBasis;
  week: number[];
  /** Factors by `dayKind`. */
  special: number[];
  average: (number | null)[];
  lastFour: (number | null)[];
  /** Weekdays that use the category's pattern because the item has fewer than four observations. */
  shared: boolean[];
}

/** Outlooks by item id; items with too little history are omitted. */
export type BranchOutlook = ReadonlyMap<string, ItemOutlook>;

interface OutlookRequest {
  items: readonly DemandItem[];
  /** Items to return; the others only contribute to the pattern of their category. */
  requestedIds: ReadonlySet<string>;
  units: UnitCatalogue;
  shapes: ReadonlyMap<string, readonly number[]>;
  now: Date;
}

/**
 * Computes the outlook of items at a branch from data through yesterday, the branch's last complete business
 * day. `items` must contain all items of their categories.
 */
export async function computeBranchOutlook(
  db: Queryable,
  place: DemandLocation,
  { items, requestedIds, units, shapes, now }: OutlookRequest,
): Promise<BranchOutlook> {
  const locationDemand = await loadLocationDemand(db, place, {
    items,
    units,
    now,
    until: getBusinessDay(now, place),
  });
  const outlook = new Map<string, ItemOutlook>();
  for (const [itemId, { series, demand, profile }] of modelItems(locationDemand, shapes)) {
    const { level, index } = demand;
    if (level === null || !requestedIds.has(itemId)) continue;
    const toBaseUnits = (qty: number) => roundToSixDigits((qty * series.handlingUnitMicro) / 1e6);
    const toBaseUnitsOrNull = (qty: number | null) => (qty === null ? null : toBaseUnits(qty));
    outlook.set(itemId, {
      source: series.source,
      week: index.map((share) => toBaseUnits(level * share)),
      special: Array.from({ length: 5 }, (_, kind) =>
        roundToSixDigits(profile.special[(locationDemand.days.pastDays - 1) * 5 + kind] ?? 1),
      ),
      average: index.map((_, weekday) => toBaseUnitsOrNull(getWeekdayAverage(demand, weekday))),
      lastFour: index.map((_, weekday) =>
        toBaseUnitsOrNull(computeLastFourAverage(series, locationDemand.days.firstWeekday, weekday)),
      ),
      shared: demand.observations.map((count) => count < demandMethod.minPerWeekday),
    });
  }
  return outlook;
}

const roundToSixDigits = (value: number): number => Number(value.toPrecision(6));

/**
 * Computes the expected quantity of an item on the days that a delivery covers, in base units, rounded for
 * display.
 */
export function computeExpectedQuantity(
  { week, special }: ItemOutlook,
  coveredDays: readonly string[],
  { closedDays, holidays }: { closedDays: readonly ClosedDays[]; holidays: ReadonlySet<string> },
): number {
  let sum = 0;
  for (const day of coveredDays) {
    const kind = classifyDay(day, closedDays, holidays);
    if (kind !== dayKind.closed) sum += Math.max(0, (week[getWeekday(day) - 1] ?? 0) * (special[kind] ?? 1));
  }
  return roundForDisplay(sum);
}

/** Loads upcoming holidays on which branches are open, as marked by users. */
export async function loadHolidays(db: Queryable, today: string): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('demandDays')
    .select(['branchId', 'day'])
    .where('kind', '=', 'holiday')
    .where('itemId', 'is', null)
    .where('day', '>=', today)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ branchId }) => branchId)].map(([branch, days]) => [
      branch,
      new Set(days.map(({ day }) => day)),
    ]),
  );
}
