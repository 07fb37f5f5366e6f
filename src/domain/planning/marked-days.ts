import type { DemandModel, DemandSeries } from './demand.ts';
import { demandMethod, forecastSpread } from './demand.ts';

/**
 * What somebody said of a day: nobody should go by it (a catering order), it counts although the stock ran out, or it was, or will
 * be, a holiday on which the branch is open.
 */
export const dayMarks = ['exceptional', 'counts', 'holiday'] as const;
export type DayMark = (typeof dayMarks)[number];

/** How many spreads above its forecast a day lies that is proposed as an exception. */
const farOut = 4;

/** Days that stand out so far that somebody should say whether they count, latest first. */
export function proposeExceptions({ wanted, counts }: DemandSeries, demand: DemandModel): number[] {
  const spread = forecastSpread(demand, 0, 1);
  const days: number[] = [];
  for (let day = wanted.length - 1; day >= demand.since + demandMethod.leastDays; day -= 1) {
    const [qty, forecast] = [wanted[day] ?? 0, demand.forecasts[day] ?? Number.NaN];
    const most = Math.max(
      demandMethod.mostShare * forecast + demandMethod.leeway,
      forecast + farOut * spread,
    );
    if (counts[day] === 1 && qty > most) days.push(day);
  }
  return days;
}

/** What the books say of a day of an item, in millionths. */
export interface StockDay {
  openingMicro: number;
  closingMicro: number;
  usedMicro: number;
  lostMicro: number;
}

/**
 * The item was out of stock on the day: nothing was there and nothing went, or what was there went to the last of it. Where something
 * was thrown away there was enough; where stock went below zero goods were there that the books do not know.
 */
export function isStockOut({ openingMicro, closingMicro, usedMicro, lostMicro }: StockDay): boolean {
  if (lostMicro > 0) return false;
  if (usedMicro > 0) return closingMicro === 0;
  return openingMicro <= 0 && closingMicro <= 0;
}
