import type { DemandModel, DemandSeries } from './demand-rules.ts';
import { demandMethod, forecastSpread } from './demand-rules.ts';

/**
 * A user's mark on a day: exclude it from forecasts (a catering order), include it although stock ran out, or
 * treat it as a holiday on which the branch is open.
 */
export const dayMarks = ['exceptional', 'counts', 'holiday'] as const;
export type DayMark = (typeof dayMarks)[number];

/** `counts`, or the reason why a day doesn't count; `before` means before the item's history begins. */
export const demandDayStates = ['counts', 'closed', 'out', 'exceptional', 'before'] as const;

/** A day whose demand exceeds its forecast by this many spreads is proposed as an exception. */
const outlierSpreads = 4;

/** Returns outlier days that a user should review, latest first. */
export function proposeExceptions({ quantities, counts }: DemandSeries, demand: DemandModel): number[] {
  const spread = forecastSpread(demand, 0, 1);
  const days: number[] = [];
  for (let day = quantities.length - 1; day >= demand.since + demandMethod.minDays; day -= 1) {
    const [qty, forecast] = [quantities[day] ?? 0, demand.forecasts[day] ?? Number.NaN];
    const max = Math.max(
      demandMethod.maxShare * forecast + demandMethod.leeway,
      forecast + outlierSpreads * spread,
    );
    if (counts[day] === 1 && qty > max) days.push(day);
  }
  return days;
}

/** Ledger quantities of an item on one day, in millionths. */
export interface StockDay {
  openingMicro: number;
  closingMicro: number;
  usedMicro: number;
  lostMicro: number;
}

/**
 * Returns whether the item was out of stock on the day: nothing on hand and nothing issued, or everything
 * used up. If goods were wasted, there was enough; negative stock means that receipts weren't recorded.
 */
export function isStockOut({ openingMicro, closingMicro, usedMicro, lostMicro }: StockDay): boolean {
  if (lostMicro > 0) return false;
  if (usedMicro > 0) return closingMicro === 0;
  return openingMicro <= 0 && closingMicro <= 0;
}
