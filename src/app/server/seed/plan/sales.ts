import { addDays, getWeekday } from '#core/day.ts';
import type { Random } from '../random.ts';
import { computeExpectedSales } from './till-items.ts';
import type { BranchState } from './branch-state.ts';
import type { SoldRow } from './events.ts';

/** Factors for lunch and brunch menu items on weekdays and at weekends. */
const weekdayFactors = {
  brunch: { weekday: 0.8, weekend: 1.5 },
  lunch: { weekday: 1.12, weekend: 0.7 },
} as const;

/** Price factors for branches abroad, where the same menu has a lower cost. */
const priceFactors: Readonly<Record<string, number>> = { B07: 0.96, B08: 0.97 };

interface TradingDay {
  date: string;
  today: string;
  /** The day's usage by item, in millionths of base units. */
  usageByItem: ReadonlyMap<string, number>;
  random: Random;
}

/**
 * Plans a branch's sales on one day from the usage of the ingredients that determine sales; fractions of
 * portions carry over.
 */
export function planSales(
  { branch, tillItems, unsoldFractions }: BranchState,
  { date, today, usageByItem, random }: TradingDay,
): SoldRow[] {
  const dayType = getWeekday(date) > 5 ? 'weekend' : 'weekday';
  return tillItems.flatMap(
    ({ code, name, netE4, ingredients, usageDriver, perDay, peak, launchedDaysAgo }): SoldRow[] => {
      if (launchedDaysAgo !== null && date <= addDays(today, -launchedDaysAgo)) return [];
      const expectedQty = computeExpectedSales(
        { ingredients, usageDriver, perDay },
        usageByItem,
        branch.size,
      );
      const factor = peak === 'brunch' || peak === 'lunch' ? weekdayFactors[peak][dayType] : 1;
      const demand = expectedQty * factor * random.between(0.94, 1.04) + (unsoldFractions.get(code) ?? 0);
      const qty = Math.floor(demand);
      unsoldFractions.set(code, demand - qty);
      const unitPriceE4 = Math.round((netE4 * (priceFactors[branch.code] ?? 1)) / 100) * 100;
      return qty === 0 ? [] : [{ branch: branch.code, code, name, qty, netE4: qty * unitPriceE4 }];
    },
  );
}
