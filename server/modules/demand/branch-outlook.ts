import type { ClosedDays } from '#domain/planning/closed-days.ts';
import { localDate } from '#domain/planning/cutoff.ts';
import { weekdayOf } from '#domain/weekday.ts';
import { dayKind, demandMethod } from '#domain/planning/demand.ts';
import type { Queryable } from '../../db/types.ts';
import type { UnitCatalogue } from '../catalogue/units.ts';
import { weekdayAverage, modelItems, lastFourAverage } from './outlook.ts';
import { roundForDisplay } from './suggestion.ts';
import {
  type DemandItem,
  type DemandLocation,
  type DemandSource,
  classifyDay,
  loadLocationDemand,
} from './series.ts';

/**
 * What is known of an item at a branch, small enough to be kept: what each weekday (Monday first) is expected to want, in base units,
 * and what special days are worth. Everything to six digits, so that what was kept and what is worked out anew are the same.
 */
export interface ItemOutlook {
  source: DemandSource;
  week: number[];
  /** By `dayKind`. */
  special: number[];
  average: (number | null)[];
  lastFour: (number | null)[];
  /** The weekdays that are its category's: fewer than four of them were seen. */
  shared: boolean[];
}

/** Items of a branch by id; those with too little history are left out. */
export type BranchOutlook = ReadonlyMap<string, ItemOutlook>;

interface OutlookRequest {
  items: readonly DemandItem[];
  /** Those that are asked for; the others share their weeks with them. */
  wanted: ReadonlySet<string>;
  units: UnitCatalogue;
  shapes: ReadonlyMap<string, readonly number[]>;
  now: Date;
}

/** Works out what is known of items at a branch until yesterday, on its own clock; `items` are all of their categories. */
export async function computeBranchOutlook(
  db: Queryable,
  place: DemandLocation,
  { items, wanted, units, shapes, now }: OutlookRequest,
): Promise<BranchOutlook> {
  const read = await loadLocationDemand(db, place, {
    items,
    units,
    now,
    until: localDate(now, place.timezone),
  });
  const outlook = new Map<string, ItemOutlook>();
  for (const [itemId, { series, demand, profile }] of modelItems(read, shapes)) {
    const { level, index } = demand;
    if (level === null || !wanted.has(itemId)) continue;
    const inBase = (things: number) => digits((things * series.handlingUnitMicro) / 1e6);
    const inBaseOrNull = (things: number | null) => (things === null ? null : inBase(things));
    outlook.set(itemId, {
      source: series.source,
      week: index.map((share) => inBase(level * share)),
      special: Array.from({ length: 5 }, (_, kind) =>
        digits(profile.special[(read.days.known - 1) * 5 + kind] ?? 1),
      ),
      average: index.map((_, weekday) => inBaseOrNull(weekdayAverage(demand, weekday))),
      lastFour: index.map((_, weekday) =>
        inBaseOrNull(lastFourAverage(series, read.days.firstWeekday, weekday)),
      ),
      shared: demand.seen.map((seen) => seen < demandMethod.leastOfWeekday),
    });
  }
  return outlook;
}

const digits = (value: number): number => Number(value.toPrecision(6));

/** What the days that a delivery covers want of an item, in base units, as figures are shown. */
export function expectedQuantity(
  { week, special }: ItemOutlook,
  covers: readonly string[],
  { closedDays, holidays }: { closedDays: readonly ClosedDays[]; holidays: ReadonlySet<string> },
): number {
  let sum = 0;
  for (const day of covers) {
    const kind = classifyDay(day, closedDays, holidays);
    if (kind !== dayKind.closed) sum += Math.max(0, (week[weekdayOf(day) - 1] ?? 0) * (special[kind] ?? 1));
  }
  return roundForDisplay(sum);
}

/** Coming days on which branches are open although they are holidays, as somebody marked them. */
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
