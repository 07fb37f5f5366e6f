import type { SeedItem } from '../model.ts';
import { expectedSales, type SeedArticle } from './articles.ts';

/** Usage of ingredients in no dish, as a share of the table: specials and staff meals. */
const offMenuShare = 0.25;

/** Factor for spills, tasting and large portions of other ingredients. */
const overPortionFactor = 1.08;

const isFood = ({ kind }: SeedItem) => kind !== 'packaging' && kind !== 'consumable';

/**
 * Computes a branch's usual daily usage per item, in millionths of base units: the table's for leading
 * ingredients of dishes, and for others what the resulting dishes use.
 *
 * @param usual usage by the table
 */
export function menuUsage(
  items: readonly SeedItem[],
  articles: readonly SeedArticle[],
  { size, usual }: { size: number; usual: (item: SeedItem) => number },
): Map<string, number> {
  const used = new Map(items.map((item) => [item.code, usual(item)]));
  const sellable = articles.filter(({ takes }) => takes.keys().every((code) => used.has(code)));
  const leadingItems = new Set(sellable.flatMap(({ leads }) => leads?.item ?? []));
  const usage = new Map<string, number>();
  for (const article of sellable) {
    const soldQty = expectedSales(article, used, size);
    for (const [code, micro] of article.takes) usage.set(code, (usage.get(code) ?? 0) + soldQty * micro);
  }
  for (const item of items) {
    if (leadingItems.has(item.code)) continue;
    const micro = usage.get(item.code);
    if (micro !== undefined) used.set(item.code, micro * overPortionFactor);
    else if (isFood(item)) used.set(item.code, (used.get(item.code) ?? 0) * offMenuShare);
  }
  return used;
}

/** Returns the items with an average branch's weekly menu usage, which the kitchen plans for. */
export function itemsByMenuUsage(items: readonly SeedItem[], articles: readonly SeedArticle[]): SeedItem[] {
  const used = menuUsage(items, articles, {
    size: 1,
    usual: ({ packsPerWeek, packMicro }) => (packsPerWeek * packMicro) / 7,
  });
  return items.map((item) => ({
    ...item,
    packsPerWeek: ((used.get(item.code) ?? 0) * 7) / item.packMicro,
  }));
}
