import { dayKind, type DemandDays, demandMethod, type DemandSeries } from './demand-rules.ts';

/** Simple baseline rules for comparison, each ordering two days ahead. */
export const baselineRules = ['lastWeek', 'weekdayAverage', 'flatAverage'] as const;
export type BaselineRule = (typeof baselineRules)[number];

/** Computes a rule's forecast for each known day from sales through two days before; NaN without a basis. */
export function computeRuleForecasts(
  days: DemandDays,
  { quantities }: DemandSeries,
  since: number,
  rule: BaselineRule,
): Float64Array {
  const forecasts = new Float64Array(days.pastDays).fill(Number.NaN);
  const isOpen = (day: number) => day >= since && days.kinds[day] !== dayKind.closed;
  const [step, windowDays] = rule === 'flatAverage' ? [1, 56] : [7, 56];
  const maxCount = rule === 'lastWeek' ? 1 : windowDays / step;
  for (let day = since + demandMethod.minDays; day < days.pastDays; day += 1) {
    let [sum, n] = [0, 0];
    const from = rule === 'flatAverage' ? demandMethod.daysAhead : 7;
    for (let daysBack = from; daysBack < from + windowDays && n < maxCount; daysBack += step)
      if (isOpen(day - daysBack)) {
        sum += quantities[day - daysBack] ?? 0;
        n += 1;
      }
    if (n > 0) forecasts[day] = sum / n;
  }
  return forecasts;
}

/**
 * Computes the spread of a rule's errors on counted days over 84 days, as known two days before each day.
 */
export function computeRollingSpread(
  days: DemandDays,
  { quantities, counts }: DemandSeries,
  forecasts: Float64Array,
): Float64Array {
  const spread = new Float64Array(days.pastDays);
  let [squares, errors] = [0, 0];
  const addError = (day: number, sign: 1 | -1) => {
    const forecast = forecasts[day] ?? Number.NaN;
    if (day < 0 || counts[day] !== 1 || Number.isNaN(forecast)) return;
    squares += sign * ((quantities[day] ?? 0) - forecast) ** 2;
    errors += sign;
  };
  for (let day = 0; day < days.pastDays; day += 1) {
    const lastKnownDay = day - demandMethod.daysAhead;
    addError(lastKnownDay, 1);
    addError(lastKnownDay - demandMethod.errorDays, -1);
    spread[day] = errors > 0 ? Math.sqrt(Math.max(0, squares) / errors) : 0;
  }
  return spread;
}

export interface BacktestResult {
  demand: number;
  surplus: number;
  missedDemand: number;
}

/**
 * Returns the surplus and the missed demand of single-day orders, over the counted days starting with `from`.
 */
export function backtest(
  days: DemandDays,
  { quantities, counts }: DemandSeries,
  getOrderQty: (day: number) => number,
  from: number,
): BacktestResult {
  const result = { demand: 0, surplus: 0, missedDemand: 0 };
  for (let day = Math.max(0, from); day < days.pastDays; day += 1) {
    const ordered = getOrderQty(day);
    if (counts[day] !== 1 || Number.isNaN(ordered)) continue;
    const qty = quantities[day] ?? 0;
    result.demand += qty;
    result.surplus += Math.max(0, ordered - qty);
    result.missedDemand += Math.max(0, qty - ordered);
  }
  return result;
}
