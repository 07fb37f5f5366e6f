import { tillItemTable } from '../data/sales.ts';
import { computeDishNeeds, readRecipes } from '../read-recipes.ts';
import { parseSeedTable } from '../read-table.ts';

/** A menu item sold at the tills. */
export interface SeedTillItem {
  code: string;
  name: string;
  /** The key of a recipe, the code of an item, `gift`, or empty if unmapped. */
  mapping: string;
  /** Without tax. */
  netE4: number;
  /**
   * Usage per item, in millionths of base units. A branch that lacks an ingredient doesn't sell the menu
   * item.
   */
  ingredients: ReadonlyMap<string, number>;
  /**
   * The item whose usage determines the quantity sold; null for a fixed number per day in an average branch.
   */
  usageDriver: { item: string; share: number } | null;
  perDay: number;
  /** `lunch`, `brunch` or empty. */
  peak: string;
  /** Number of days before the last simulated day on which it went on sale; null if it was always on sale. */
  launchedDaysAgo: number | null;
}

const vat = 1.2;

export function readTillItems(): SeedTillItem[] {
  const recipePrices = new Map(readRecipes().map(({ key, price }) => [key, price]));
  const dishes = computeDishNeeds();
  const columns = ['code', 'name', 'mapping', 'price', 'frequency', 'peak', 'launchedDaysAgo'] as const;
  return parseSeedTable(tillItemTable, columns).map(({ price, frequency, launchedDaysAgo, ...row }) => {
    const [item = '', share] = frequency.split(' ');
    const gross = price === '' ? (recipePrices.get(row.mapping) ?? 0) : Number(price);
    return {
      ...row,
      netE4: Math.round((gross / vat) * 100) * 100,
      ingredients:
        dishes.get(row.mapping) ?? new Map(row.mapping.includes('-') ? [[row.mapping, 1_000_000]] : []),
      usageDriver: share === undefined ? null : { item, share: Number(share) / 100 },
      perDay: share === undefined ? Number(frequency) : 0,
      launchedDaysAgo: launchedDaysAgo === '' ? null : Number(launchedDaysAgo),
    };
  });
}

/** Returns the items used by the menu, which every branch stocks. */
export const listMenuItems = (tillItems: readonly SeedTillItem[]): Set<string> =>
  new Set(tillItems.flatMap(({ ingredients }) => [...ingredients.keys()]));

/** Returns the expected number of a menu item sold on a day, given the day's usage per item. */
export function computeExpectedSales(
  { ingredients, usageDriver, perDay }: Pick<SeedTillItem, 'ingredients' | 'usageDriver' | 'perDay'>,
  usageByItem: ReadonlyMap<string, number>,
  size: number,
): number {
  if (usageDriver === null) return perDay * size;
  return (
    ((usageByItem.get(usageDriver.item) ?? 0) * usageDriver.share) /
    (ingredients.get(usageDriver.item) ?? Number.NaN)
  );
}
