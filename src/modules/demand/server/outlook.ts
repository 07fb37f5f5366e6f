import {
  type DemandModel,
  estimateDemand,
  flatWeek,
  forecastDay,
  demandMethod,
  type CategoryProfile,
  buildCategoryProfile,
  forecastSpread,
} from '../demand-rules.ts';
import { addDays, countDaysBetween, getWeekday } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { ItemSeries, LocationDemand } from './series.ts';

/** Demand model of an item at a location, with the shared profile of its category. */
export interface ItemModel {
  series: ItemSeries;
  demand: DemandModel;
  profile: CategoryProfile;
  /** Squared errors of the category per expected unit. */
  errorShare: number;
}

/** Expected demand that a delivery must cover, in handling units. */
export interface DeliveryOutlook {
  forecast: number;
  spread: number;
  /**
   * Weekday of the first covered day, 0 is Monday; null when no day is covered because the location is
   * closed.
   */
  weekday: number | null;
  /** Average of the weekday, null without counted days; mean of its last four, null with fewer. */
  average: number | null;
  lastFour: number | null;
  /** Whether the category's pattern is used because fewer than four days of that weekday were observed. */
  isShared: boolean;
}

/** Loads the weekly shape of each category over all branches, computed nightly. */
export async function loadCategoryShapes(db: Queryable): Promise<Map<string, readonly number[]>> {
  const rows = await db.selectFrom('demandProfiles').select(['categoryId', 'shape']).execute();
  return new Map(rows.map(({ categoryId, shape }) => [categoryId, JSON.parse(shape) as number[]]));
}

/** Models every item of a location. */
export function modelItems(
  place: LocationDemand,
  shapes: ReadonlyMap<string, readonly number[]>,
): Map<string, ItemModel> {
  const models = new Map<string, ItemModel>();
  for (const [category, categorySeries] of Map.groupBy(place.series, ({ item }) => item.category ?? '')) {
    const profile = buildCategoryProfile(place.days, categorySeries, shapes.get(category) ?? flatWeek);
    const itemModels = categorySeries.map((series) => ({
      series,
      demand: estimateDemand(place.days, series, profile),
    }));
    const expected = itemModels.reduce((sum, { demand }) => sum + demand.expected, 0);
    const squares = itemModels.reduce((sum, { demand }) => sum + demand.squares, 0);
    const errorShare = expected > 0 ? squares / expected : 1;
    for (const entry of itemModels) models.set(entry.series.item._id, { ...entry, profile, errorShare });
  }
  return models;
}

/** Computes the demand on the days that a delivery covers. */
export function computeDeliveryOutlook(
  { days, today }: LocationDemand,
  { series, demand, profile, errorShare }: ItemModel,
  coveredDays: readonly string[],
): DeliveryOutlook | null {
  const [first] = coveredDays;
  if (demand.level === null) return null;
  if (first === undefined)
    return { forecast: 0, spread: 0, weekday: null, average: null, lastFour: null, isShared: false };
  const forecast = coveredDays.reduce(
    (sum, day) => sum + forecastDay(days, demand, profile, countDaysBetween(today, day)),
    0,
  );
  const weekday = getWeekday(first) - 1;
  return {
    forecast,
    spread: forecastSpread(demand, errorShare, coveredDays.length),
    weekday,
    average: getWeekdayAverage(demand, weekday),
    lastFour: computeLastFourAverage(series, days.firstWeekday, weekday),
    isShared: (demand.observations[weekday] ?? 0) < demandMethod.minPerWeekday,
  };
}

/** Expected usage of a day (YYYY-MM-DD), in millionths of the base unit. */
export interface ExpectedDayUsage {
  day: string;
  micro: number;
}

/**
 * Forecasts the usage of the days between today and a delivery, both excluded: today's usage so far is
 * unknown, because tills report in the evening. Empty with too little history.
 */
export function forecastDailyUsage(
  { days, today }: LocationDemand,
  { series, demand, profile }: ItemModel,
  deliveryDate: string,
): ExpectedDayUsage[] {
  const dailyUsage: ExpectedDayUsage[] = [];
  if (demand.level === null) return dailyUsage;
  const end = Math.min(countDaysBetween(today, deliveryDate), days.kinds.length - days.pastDays);
  for (let ahead = 1; ahead < end; ahead += 1) {
    const forecast = forecastDay(days, demand, profile, ahead);
    dailyUsage.push({ day: addDays(today, ahead), micro: Math.round(forecast * series.handlingUnitMicro) });
  }
  return dailyUsage;
}

/** Returns the average of a weekday (0 is Monday); null without counted days. */
export const getWeekdayAverage = ({ average, observations }: DemandModel, weekday: number): number | null =>
  (observations[weekday] ?? 0) > 0 ? (average[weekday] ?? 0) : null;

/** Computes the mean of the last four counted days of a weekday; null with fewer. */
export function computeLastFourAverage(
  { quantities, counts }: ItemSeries,
  firstWeekday: number,
  weekday: number,
): number | null {
  let [sum, n] = [0, 0];
  for (let day = quantities.length - 1; day >= 0 && n < 4; day -= 1)
    if ((firstWeekday + day) % 7 === weekday && counts[day] === 1) {
      sum += quantities[day] ?? 0;
      n += 1;
    }
  return n === 4 ? sum / n : null;
}

/** Lists the days (YYYY-MM-DD) that a delivery covers: those before the next one, without closed days. */
export function listCoveredDays(
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
