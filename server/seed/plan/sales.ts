import { articleTable } from '../data/sales.ts';
import { addDays, weekdayOf } from '../local-time.ts';
import type { Random } from '../random.ts';
import { dishNeeds, readRecipes } from '../read-recipes.ts';
import { readTable } from '../read-table.ts';
import type { BranchState } from './branch-state.ts';
import type { SoldRow } from './events.ts';

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

/** How much more or less than on an average day is sold of what people eat at noon, or at weekends. */
const favour = { brunch: { weekday: 0.8, weekend: 1.5 }, lunch: { weekday: 1.12, weekend: 0.7 } } as const;

/** What is asked for abroad, where everything is dearer, against the list. */
const abroad: Readonly<Record<string, number>> = { B07: 1.08, B08: 1.14 };

interface Traded {
  date: string;
  today: string;
  /** What was used up on the day, by item, in millionths of base units. */
  used: ReadonlyMap<string, number>;
  random: Random;
}

/**
 * What a branch sold on a day: as often as what it used up of the item that leads allows. What is left over of a portion is sold
 * on another day.
 */
export function soldOn(
  { branch, shelves, unsold }: BranchState,
  articles: readonly SeedArticle[],
  { date, today, used, random }: Traded,
): SoldRow[] {
  const day = weekdayOf(date) > 5 ? 'weekend' : 'weekday';
  const isKept = (item: string) => shelves.has(item);
  return articles.flatMap(({ code, name, netE4, takes, leads, perDay, when, since }): SoldRow[] => {
    const isThere = takes.keys().every(isKept);
    if (!isThere || (since !== null && date <= addDays(today, -since))) return [];
    const portion = leads ? (takes.get(leads.item) ?? Number.NaN) : 1;
    const often = leads ? ((used.get(leads.item) ?? 0) * leads.share) / portion : perDay * branch.size;
    const favoured = when === 'brunch' || when === 'lunch' ? favour[when][day] : 1;
    const wanted = often * favoured * random.between(0.94, 1.04) + (unsold.get(code) ?? 0);
    const qty = Math.floor(wanted);
    unsold.set(code, wanted - qty);
    const eachE4 = Math.round((netE4 * (abroad[branch.code] ?? 1)) / 100) * 100;
    return qty === 0 ? [] : [{ branch: branch.code, code, name, qty, netE4: qty * eachE4 }];
  });
}
