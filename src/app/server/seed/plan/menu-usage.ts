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
  const usageByItem = new Map(items.map((item) => [item.code, getUsualUsage(item)]));
  const sellable = tillItems.filter(({ ingredients }) =>
    ingredients.keys().every((code) => usageByItem.has(code)),
  );
  const drivingItems = new Set(sellable.flatMap(({ usageDriver }) => usageDriver?.item ?? []));
  const salesUsage = new Map<string, number>();
  for (const tillItem of sellable) {
    const soldQty = computeExpectedSales(tillItem, usageByItem, size);
    for (const [code, micro] of tillItem.ingredients)
      salesUsage.set(code, (salesUsage.get(code) ?? 0) + soldQty * micro);
  }
  for (const item of items) {
    if (drivingItems.has(item.code)) continue;
    const micro = salesUsage.get(item.code);
    if (micro !== undefined) usageByItem.set(item.code, micro * overPortionFactor);
    else if (isFood(item)) usageByItem.set(item.code, (usageByItem.get(item.code) ?? 0) * offMenuShare);
  }
  return usageByItem;
}

/**
 * Returns the items with an average branch's weekly usage according to the menu, on which the kitchen's plans
 * are based.
 */
export function applyMenuUsage(items: readonly SeedItem[], tillItems: readonly SeedTillItem[]): SeedItem[] {
  const usageByItem = computeMenuUsage(items, tillItems, {
    size: 1,
    getUsualUsage: ({ packsPerWeek, packMicro }) => (packsPerWeek * packMicro) / 7,
  });
  return items.map((item) => ({
    ...item,
    packsPerWeek: ((usageByItem.get(item.code) ?? 0) * 7) / item.packMicro,
  }));
}
