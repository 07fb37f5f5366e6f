import type { SeedItem } from '../model.ts';
import { computeExpectedSales, type SeedTillItem } from './till-items.ts';

/**
 * Usage of ingredients that aren't in any dish, for specials and staff meals, as a fraction of the table's
 * value.
 */
const offMenuShare = 0.25;

/** Factor for spills, tasting and large portions of ingredients whose usage follows from dishes sold. */
const overPortionFactor = 1.08;

const isFood = ({ kind }: SeedItem) => kind !== 'packaging' && kind !== 'consumable';

/**
 * Computes a branch's usual daily usage per item, in millionths of base units: the table's usage for
 * ingredients that determine the sales of dishes, and the usage that results from those sales for other
 * ingredients.
 *
 * @param getUsualUsage returns the usage according to the table
 */
export function computeMenuUsage(
  items: readonly SeedItem[],
  tillItems: readonly SeedTillItem[],
  { size, getUsualUsage }: { size: number; getUsualUsage: (item: SeedItem) => number },
): Map<string, number> {
  const used = new Map(items.map((item) => [item.code, getUsualUsage(item)]));
  const sellable = tillItems.filter(({ ingredients }) => ingredients.keys().every((code) => used.has(code)));
  const drivingItems = new Set(sellable.flatMap(({ usageDriver }) => usageDriver?.item ?? []));
  const usage = new Map<string, number>();
  for (const tillItem of sellable) {
    const soldQty = computeExpectedSales(tillItem, used, size);
    for (const [code, micro] of tillItem.ingredients)
      usage.set(code, (usage.get(code) ?? 0) + soldQty * micro);
  }
  for (const item of items) {
    if (drivingItems.has(item.code)) continue;
    const micro = usage.get(item.code);
    if (micro !== undefined) used.set(item.code, micro * overPortionFactor);
    else if (isFood(item)) used.set(item.code, (used.get(item.code) ?? 0) * offMenuShare);
  }
  return used;
}

/**
 * Returns the items with an average branch's weekly usage according to the menu, on which the kitchen's plans
 * are based.
 */
export function applyMenuUsage(items: readonly SeedItem[], tillItems: readonly SeedTillItem[]): SeedItem[] {
  const used = computeMenuUsage(items, tillItems, {
    size: 1,
    getUsualUsage: ({ packsPerWeek, packMicro }) => (packsPerWeek * packMicro) / 7,
  });
  return items.map((item) => ({
    ...item,
    packsPerWeek: ((used.get(item.code) ?? 0) * 7) / item.packMicro,
  }));
}
