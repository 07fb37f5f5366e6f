import { addDays } from '#domain/planning/cutoff.ts';
import { weekdayOf } from '#domain/weekday.ts';
import {
  type DemandModel,
  estimateDemand,
  flatWeek,
  forecastDay,
  demandMethod,
  type CategoryProfile,
  buildCategoryProfile,
  forecastSpread,
} from '#domain/planning/demand.ts';
import type { Queryable } from '../../db/types.ts';
import type { ItemSeries, LocationDemand } from './series.ts';

/** What is known of an item at a place, with what it has in common with its category. */
export interface ItemModel {
  series: ItemSeries;
  demand: DemandModel;
  profile: CategoryProfile;
  /** Squared errors of the category for one thing that was expected. */
  errorShare: number;
}

/** What a delivery has to last for, in things that people handle; null with too little history. */
export interface DeliveryOutlook {
  forecast: number;
  spread: number;
  /** Of the first day that is covered: 0 is Monday; null where none is, as the place is closed. */
  weekday: number | null;
  /** What it sells on average, null where none of it counts, and did the last four times, null where there were fewer. */
  average: number | null;
  lastFour: number | null;
  /** Its week is the category's: fewer than four of that weekday were seen. */
  isShared: boolean;
}

/** The shape of each category's week over all branches, as the last night found it. */
export async function loadCategoryShapes(db: Queryable): Promise<Map<string, readonly number[]>> {
  const rows = await db.selectFrom('demandProfiles').select(['categoryId', 'shape']).execute();
  return new Map(rows.map(({ categoryId, shape }) => [categoryId, JSON.parse(shape) as number[]]));
}

/** Works out every item of a place. */
export function modelItems(
  place: LocationDemand,
  shapes: ReadonlyMap<string, readonly number[]>,
): Map<string, ItemModel> {
  const known = new Map<string, ItemModel>();
  for (const [category, some] of Map.groupBy(place.series, ({ item }) => item.category ?? '')) {
    const profile = buildCategoryProfile(place.days, some, shapes.get(category) ?? flatWeek);
    const all = some.map((series) => ({ series, demand: estimateDemand(place.days, series, profile) }));
    const expected = all.reduce((sum, { demand }) => sum + demand.expected, 0);
    const squares = all.reduce((sum, { demand }) => sum + demand.squares, 0);
    const errorShare = expected > 0 ? squares / expected : 1;
    for (const one of all) known.set(one.series.item._id, { ...one, profile, errorShare });
  }
  return known;
}

/** What the days that a delivery covers want of an item. */
export function deliveryOutlook(
  { days, today }: LocationDemand,
  { series, demand, profile, errorShare }: ItemModel,
  covers: readonly string[],
): DeliveryOutlook | null {
  const [first] = covers;
  if (demand.level === null) return null;
  if (first === undefined)
    return { forecast: 0, spread: 0, weekday: null, average: null, lastFour: null, isShared: false };
  const forecast = covers.reduce(
    (sum, day) => sum + forecastDay(days, demand, profile, daysBetween(today, day)),
    0,
  );
  const weekday = weekdayOf(first) - 1;
  return {
    forecast,
    spread: forecastSpread(demand, errorShare, covers.length),
    weekday,
    average: weekdayAverage(demand, weekday),
    lastFour: lastFourAverage(series, days.firstWeekday, weekday),
    isShared: (demand.seen[weekday] ?? 0) < demandMethod.leastOfWeekday,
  };
}

/** What a day (YYYY-MM-DD) is expected to want, in millionths of the base unit. */
export interface DailyUsage {
  day: string;
  micro: number;
}

/**
 * What the days between today and a delivery are expected to want, neither of both included: how much of today is over nobody knows, as
 * the books of tills come in the evening. None with too little history.
 */
export function dailyUsageUntil(
  { days, today }: LocationDemand,
  { series, demand, profile }: ItemModel,
  deliveryDate: string,
): DailyUsage[] {
  const uses: DailyUsage[] = [];
  if (demand.level === null) return uses;
  const end = Math.min(daysBetween(today, deliveryDate), days.kinds.length - days.known);
  for (let ahead = 1; ahead < end; ahead += 1) {
    const wanted = forecastDay(days, demand, profile, ahead);
    uses.push({ day: addDays(today, ahead), micro: Math.round(wanted * series.handlingUnitMicro) });
  }
  return uses;
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** What a weekday (0 is Monday) sells on average; null where none of it counts. */
export const weekdayAverage = ({ average, seen }: DemandModel, weekday: number): number | null =>
  (seen[weekday] ?? 0) > 0 ? (average[weekday] ?? 0) : null;

/** The mean of the last four of a weekday that count; null where there were fewer, of which a mean would promise too much. */
export function lastFourAverage(
  { wanted, counts }: ItemSeries,
  firstWeekday: number,
  weekday: number,
): number | null {
  let [sum, n] = [0, 0];
  for (let day = wanted.length - 1; day >= 0 && n < 4; day -= 1)
    if ((firstWeekday + day) % 7 === weekday && counts[day] === 1) {
      sum += wanted[day] ?? 0;
      n += 1;
    }
  return n === 4 ? sum / n : null;
}

/** The days (YYYY-MM-DD) that a delivery has to last for: until the next one, those on which the place is closed left out. */
export function coveredDays(
  deliveryDate: string,
  next: string | null,
  isClosed: (day: string) => boolean,
): string[] {
  const days: string[] = [];
  for (let ahead = 0; ahead <= 60 && days.length < 31; ahead += 1) {
    const day = ahead === 0 ? deliveryDate : addDays(deliveryDate, ahead);
    if (ahead > 0 && (next === null || day >= next)) break;
    if (!isClosed(day)) days.push(day);
  }
  return days;
}
