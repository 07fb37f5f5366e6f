import { baselineRules, computeRollingSpread, computeRuleForecasts } from '#modules/demand/backtest.ts';
import {
  type DemandDays,
  estimateDemand,
  flatWeek,
  demandMethod,
  type CategoryProfile,
  buildCategoryProfile,
  type DemandSeries,
} from '#modules/demand/demand-rules.ts';
import type { LocationSales } from './data.ts';

export const methods = ['orderGuide', ...baselineRules] as const;
export type Method = (typeof methods)[number];

export interface MethodResult {
  mase: number;
  pinball90: number;
  leftover95: number;
  leftover97: number;
}

/** One method's forecasts, error spreads and the actual demand, by measured day. */
interface MethodForecasts {
  forecast: number[];
  spread: number[];
  demand: number[];
  /** Mean absolute error of each series, relative to its naive error. */
  scaledErrors: number[];
}

/**
 * Simulates orders placed two days ahead, day by day, after the first half year (or half of the data). Each
 * method's safety stock is its spread times the one factor that serves the required share of demand over all
 * items.
 */
export function measureMethods(places: readonly LocationSales[]): Record<Method, MethodResult> {
  const byMethod = Object.fromEntries(
    methods.map((name): [Method, MethodForecasts] => [
      name,
      { forecast: [], spread: [], demand: [], scaledErrors: [] },
    ]),
  ) as Record<Method, MethodForecasts>;
  for (const place of places)
    for (const { days, series, forecasts } of forecastLocation(place)) {
      const firstSale = series.quantities.findIndex((qty) => qty > 0);
      const firstMeasured =
        firstSale + Math.min(demandMethod.shapeDays, Math.floor((days.pastDays - firstSale) / 2));
      const scale = computeNaiveError(series, firstSale, firstMeasured);
      if (firstSale < 0 || days.pastDays - firstSale < 8 * 7 || scale === 0) continue;
      const all = methods.map((name) => ({
        name,
        forecast: name === 'orderGuide' ? forecasts : computeRuleForecasts(days, series, firstSale, name),
      }));
      const spreads = all.map(({ forecast }) => computeRollingSpread(days, series, forecast));
      const sums = new Float64Array(methods.length);
      let n = 0;
      for (let day = firstMeasured; day < days.pastDays; day += 1) {
        // A day is measured for all methods, or for none.
        if (series.counts[day] !== 1 || all.some(({ forecast }) => Number.isNaN(forecast[day] ?? Number.NaN)))
          continue;
        n += 1;
        const demand = series.quantities[day] ?? 0;
        for (const [index, { name, forecast }] of all.entries()) {
          const value = forecast[day] ?? 0;
          byMethod[name].forecast.push(value);
          byMethod[name].spread.push(spreads[index]?.[day] ?? 0);
          byMethod[name].demand.push(demand);
          sums[index] = (sums[index] ?? 0) + Math.abs(value - demand);
        }
      }
      if (n > 0)
        for (const [index, { name }] of all.entries())
          byMethod[name].scaledErrors.push((sums[index] ?? 0) / n / scale);
    }
  if (byMethod.orderGuide.forecast.length === 0)
    throw new Error(
      'No item was sold for eight weeks on days that all rules can forecast: nothing to measure',
    );
  return Object.fromEntries(methods.map((name) => [name, computeResult(byMethod[name])])) as Record<
    Method,
    MethodResult
  >;
}

/** Mean absolute change between the same weekdays of consecutive weeks, before the measured period. */
function computeNaiveError({ quantities, counts }: DemandSeries, firstSale: number, end: number): number {
  let [sum, n] = [0, 0];
  for (let day = firstSale + 7; day < end; day += 1)
    if (counts[day] === 1 && counts[day - 7] === 1) {
      sum += Math.abs((quantities[day] ?? 0) - (quantities[day - 7] ?? 0));
      n += 1;
    }
  return n > 0 ? sum / n : 0;
}

/** Builds the days of a location: those with sales data, and two future days. */
export function buildDemandDays({ from, kinds, items }: LocationSales): DemandDays {
  const knownDays = items[0]?.quantities.length ?? 0;
  const allKinds = new Uint8Array(knownDays + demandMethod.daysAhead);
  allKinds.set(kinds.subarray(0, knownDays + demandMethod.daysAhead));
  return { pastDays: knownDays, firstWeekday: (new Date(from).getUTCDay() + 6) % 7, kinds: allKinds };
}

/** Builds the categories' profiles of a location. */
export function buildProfiles<Item extends DemandSeries & { category: string }>(
  days: DemandDays,
  items: readonly Item[],
  parent: readonly number[],
): { profile: CategoryProfile; items: Item[] }[] {
  return [...Map.groupBy(items, ({ category }) => category).values()].map((categoryItems) => ({
    items: categoryItems,
    profile: buildCategoryProfile(days, categoryItems, parent),
  }));
}

/** Yields our method's forecasts for every item at a location. */
function* forecastLocation(
  place: LocationSales,
): Generator<{ days: DemandDays; series: DemandSeries; forecasts: Float64Array }> {
  const days = buildDemandDays(place);
  for (const { profile, items } of buildProfiles(days, place.items, flatWeek))
    for (const series of items)
      yield { days, series, forecasts: estimateDemand(days, series, profile).forecasts };
}

function computeResult({ forecast, spread, demand, scaledErrors }: MethodForecasts): MethodResult {
  const total = demand.reduce((sum, qty) => sum + qty, 0);
  const simulate = (k: number) => {
    let [served, left] = [0, 0];
    for (let n = 0; n < demand.length; n += 1) {
      const ordered = Math.max(0, (forecast[n] ?? 0) + k * (spread[n] ?? 0));
      const qty = demand[n] ?? 0;
      served += Math.min(ordered, qty);
      left += Math.max(0, ordered - qty);
    }
    return { served: served / total, leftover: left / total };
  };
  const computeLeftover = (share: number) => {
    let [low, high] = [-5, 40];
    for (let step = 0; step < 40; step += 1) {
      const middle = (low + high) / 2;
      if (simulate(middle).served < share) low = middle;
      else high = middle;
    }
    return simulate(high).leftover;
  };
  let pinball = 0;
  for (let n = 0; n < demand.length; n += 1) {
    const excess = (demand[n] ?? 0) - Math.max(0, (forecast[n] ?? 0) + 1.2815515655446 * (spread[n] ?? 0));
    pinball += Math.max(0.9 * excess, -0.1 * excess);
  }
  return {
    mase: scaledErrors.reduce((sum, error) => sum + error, 0) / scaledErrors.length,
    pinball90: pinball / total,
    leftover95: computeLeftover(0.95),
    leftover97: computeLeftover(0.97),
  };
}
