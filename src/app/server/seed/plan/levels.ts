import type { SeedBranch, SeedItem } from '../model.ts';
import type { Random } from '../random.ts';
import { listMenuItems, type SeedTillItem } from './till-items.ts';
import { computeMenuUsage } from './menu-usage.ts';

/** Stock levels of an item at a branch, in base units. */
export interface SeedLevel {
  item: SeedItem;
  perDayMicro: number;
  minMicro: number;
  parMicro: number;
  maxMicro: number;
  safetyMicro: number;
}

/** Share of the range that branches of each category carry. */
const rangeShares: Readonly<Record<string, number>> = {
  Flagship: 0.8,
  'High street': 0.65,
  'Travel hub': 0.5,
};

/**
 * Computes a branch's range and levels: all menu items and some of the other items, without short-lived items
 * for branches that order two or more days ahead. Par covers usage until the delivery after next, plus safety
 * stock of a little more than half a day per day between deliveries, rounded up to whole packs, at least one.
 */
export function computeLevels(
  branch: SeedBranch,
  items: readonly SeedItem[],
  tillItems: readonly SeedTillItem[],
  random: Random,
): SeedLevel[] {
  const perWeek = Math.min(branch.deliveryDays.length, 4);
  const daysBetweenDeliveries = 7 / perWeek;
  const onMenu = listMenuItems(tillItems);
  const range = items.filter((item) => {
    const isCarried = random.chance(rangeShares[branch.category] ?? 1) || onMenu.has(item.code);
    const isDurable = branch.cutoffDaysBefore < 2 || item.lifeDays === 0 || item.lifeDays > 6;
    return isCarried && isDurable;
  });
  const usageByItem = computeMenuUsage(range, tillItems, {
    size: branch.size,
    getUsualUsage: (item) =>
      (item.packsPerWeek * branch.size * random.between(0.8, 1.2) * item.packMicro) / 7,
  });
  return range.map((item) => {
    const perDayMicro = Math.round(usageByItem.get(item.code) ?? 0);
    const packsPerDay = perDayMicro / item.packMicro;
    const par = Math.max(
      1,
      Math.ceil(packsPerDay * (daysBetweenDeliveries + 1 + branch.cutoffDaysBefore) * 1.55),
    );
    return {
      item,
      perDayMicro,
      minMicro: roundToBaseUnits(par * 0.35 * item.packMicro),
      parMicro: par * item.packMicro,
      maxMicro: Math.ceil(par * 1.5) * item.packMicro,
      safetyMicro: roundToBaseUnits(par * 0.25 * item.packMicro),
    };
  });
}

/** Rounds to whole base units, or to at least a tenth of a unit. */
function roundToBaseUnits(micro: number): number {
  return micro >= 1_000_000
    ? Math.round(micro / 1_000_000) * 1_000_000
    : Math.max(100_000, roundTo(micro, 100_000));
}

export function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
