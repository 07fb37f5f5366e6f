import type { SeedItem } from '../model.ts';
import { expectedSales, type SeedArticle } from './articles.ts';

/** Of food that no dish takes, branches use this share of what the table says: for specials, and for who works there. */
const offMenu = 0.25;

/** More than a dish should take of what does not lead it: what spills, is tasted, or is cut too thick. */
const overPortion = 1.08;

const isFood = ({ kind }: SeedItem) => kind !== 'packaging' && kind !== 'consumable';

/**
 * What a branch of a size uses up of each of its items on a usual day, in millionths of base units: as much as the table says of
 * what leads a dish, and of the rest what the dishes take that it leads to. `usual` is what the table says.
 */
export function menuUsage(
  items: readonly SeedItem[],
  articles: readonly SeedArticle[],
  { size, usual }: { size: number; usual: (item: SeedItem) => number },
): Map<string, number> {
  const used = new Map(items.map((item) => [item.code, usual(item)]));
  const sold = articles.filter(({ takes }) => takes.keys().every((code) => used.has(code)));
  const leading = new Set(sold.flatMap(({ leads }) => leads?.item ?? []));
  const taken = new Map<string, number>();
  for (const article of sold) {
    const often = expectedSales(article, used, size);
    for (const [code, micro] of article.takes) taken.set(code, (taken.get(code) ?? 0) + often * micro);
  }
  for (const item of items) {
    if (leading.has(item.code)) continue;
    const micro = taken.get(item.code);
    if (micro !== undefined) used.set(item.code, micro * overPortion);
    else if (isFood(item)) used.set(item.code, (used.get(item.code) ?? 0) * offMenu);
  }
  return used;
}

/** The items as an average branch uses them in a week, which is what the kitchen gets ready for. */
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
