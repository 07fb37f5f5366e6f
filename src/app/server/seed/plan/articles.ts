import { articleTable } from '../data/sales.ts';
import { computeDishNeeds, readRecipes } from '../read-recipes.ts';
import { parseSeedTable } from '../read-table.ts';

/** A menu item sold at the tills. */
export interface SeedArticle {
  code: string;
  name: string;
  /** The key of a recipe, the code of an item, `gift`, or empty if unmapped. */
  what: string;
  /** Without tax. */
  netE4: number;
  /**
   * Usage per item, in millionths of base units. A branch that lacks an ingredient doesn't sell the menu
   * item.
   */
  takes: ReadonlyMap<string, number>;
  /**
   * The item whose usage determines the quantity sold; null for a fixed number per day in an average branch.
   */
  leads: { item: string; share: number } | null;
  perDay: number;
  when: string;
  /** First day on sale, in days before the last one; null for always. */
  since: number | null;
}

const vat = 1.2;

export function readArticles(): SeedArticle[] {
  const recipePrices = new Map(readRecipes().map(({ key, price }) => [key, price]));
  const dishes = computeDishNeeds();
  const columns = ['code', 'name', 'what', 'price', 'often', 'when', 'since'] as const;
  return parseSeedTable(articleTable, columns).map(({ price, often, since, ...row }) => {
    const [item = '', share] = often.split(' ');
    const gross = price === '' ? (recipePrices.get(row.what) ?? 0) : Number(price);
    return {
      ...row,
      netE4: Math.round((gross / vat) * 100) * 100,
      takes: dishes.get(row.what) ?? new Map(row.what.includes('-') ? [[row.what, 1_000_000]] : []),
      leads: share === undefined ? null : { item, share: Number(share) / 100 },
      perDay: share === undefined ? Number(often) : 0,
      since: since === '' ? null : Number(since),
    };
  });
}

/** Items used by the menu, which every branch stocks. */
export const menuItems = (articles: readonly SeedArticle[]): Set<string> =>
  new Set(articles.flatMap(({ takes }) => [...takes.keys()]));

/** Returns how often a menu item is sold on a day, given the day's usage per item. */
export function expectedSales(
  { takes, leads, perDay }: Pick<SeedArticle, 'takes' | 'leads' | 'perDay'>,
  used: ReadonlyMap<string, number>,
  size: number,
): number {
  if (leads === null) return perDay * size;
  return ((used.get(leads.item) ?? 0) * leads.share) / (takes.get(leads.item) ?? Number.NaN);
}
