import { articleTable } from '../data/sales.ts';
import { dishNeeds, readRecipes } from '../read-recipes.ts';
import { readTable } from '../read-table.ts';

/** Something that a till sells. */
export interface SeedArticle {
  code: string;
  name: string;
  /** The key of a recipe, the code of an item, `gift`, or empty where nobody has said what it is. */
  what: string;
  /** Without tax. */
  netE4: number;
  /** What one of it takes of each item, in millionths of base units: what is not there is not sold. */
  takes: ReadonlyMap<string, number>;
  /** By whose use it is known how often it was sold; null: so often on a day, in an average branch. */
  leads: { item: string; share: number } | null;
  perDay: number;
  when: string;
  /** Days before the last one since when it is sold; null for always. */
  since: number | null;
}

const vat = 1.2;

export function readArticles(): SeedArticle[] {
  const priceOf = new Map(readRecipes().map(({ key, price }) => [key, price]));
  const dishes = dishNeeds();
  const columns = ['code', 'name', 'what', 'price', 'often', 'when', 'since'] as const;
  return readTable(articleTable, columns).map(({ price, often, since, ...row }) => {
    const [item = '', share] = often.split(' ');
    const gross = price === '' ? (priceOf.get(row.what) ?? 0) : Number(price);
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

/** The items that something on the menu takes: a branch without them could not sell it. */
export const menuItems = (articles: readonly SeedArticle[]): Set<string> =>
  new Set(articles.flatMap(({ takes }) => [...takes.keys()]));

/** How often something is sold on a day on which so much of each item is used up. */
export function expectedSales(
  { takes, leads, perDay }: Pick<SeedArticle, 'takes' | 'leads' | 'perDay'>,
  used: ReadonlyMap<string, number>,
  size: number,
): number {
  if (leads === null) return perDay * size;
  return ((used.get(leads.item) ?? 0) * leads.share) / (takes.get(leads.item) ?? Number.NaN);
}
