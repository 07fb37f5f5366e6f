import { type Days, daysIn } from '#domain/analytics/periods.ts';
import { chunks } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { type Factor, factorOf } from '#domain/recipes/sum-of-products.ts';
import type { PriceAsked } from '../recipes/item-costs.ts';
import { costedItems, isGap, portionsOn, recipeDays, RecipesRead } from '../sales/recipes-of-day.ts';
import { itemsCounted } from './counted.ts';
import { ItemNumbers } from './item-numbers.ts';
import { type UseInAll, usedInAll } from './moved.ts';
import { type SoldLine, soldAt, soldBy } from './sold.ts';

/** What a portion takes of items, by their numbers. */
export type Takes = readonly { item: number; each: Factor }[];

/** The same, or why that is not known. */
export type Portion = Takes | 'version' | 'conversion';

/** What a base unit of items costs, by their numbers, where that is known. */
export type Costs = readonly (Factor | undefined)[];

/** Where the figures of a branch are read from. */
export interface Reading {
  /** The items that were spoken of so far. */
  items: ItemNumbers;
  /** What each of these costs. */
  costs(db: Queryable, asked: PriceAsked): Promise<Costs>;
  /** What one portion of recipes takes of items, or what is missing. */
  portions(db: Queryable, ids: readonly string[], day: string): Promise<ReadonlyMap<string, Portion>>;
  /** What it sold, by what it is, and since when recipes are as they were then. @throws QuantityError. */
  sold(db: Queryable, branch: string, days: Days): Promise<readonly SoldLine[]>;
  /** @throws QuantityError where something of it is beyond exact numbers. */
  used(db: Queryable, branch: string, days: Days): Promise<UseInAll>;
  counted(db: Queryable, branch: string, days: Days): Promise<ReadonlySet<string>>;
}

/** What the items cost that come after the first so many. */
async function costsFrom(
  db: Queryable,
  first: number,
  { ids }: ItemNumbers,
  asked: PriceAsked,
  read: RecipesRead,
) {
  const some = ids.slice(first);
  const costs = await costedItems(db, some, asked, read);
  return some.map((id) => {
    const cost = costs.get(id)?.cost ?? null;
    return cost === null ? undefined : factorOf(cost);
  });
}

async function portionsOf(
  db: Queryable,
  ids: readonly string[],
  day: string,
  items: ItemNumbers,
  read: RecipesRead,
) {
  const portions = new Map<string, Portion>();
  for (const [id, takes] of await portionsOn(db, ids, day, read))
    portions.set(
      id,
      isGap(takes)
        ? takes.gap
        : [...takes].map(([item, amount]) => ({ item: items.of(item), each: factorOf(amount) })),
    );
  return portions;
}

/** Reads what is asked for, each time: of one branch. */
export function readEachTime(): Reading {
  const [items, read] = [new ItemNumbers(), new RecipesRead()];
  return {
    items,
    costs: (db, asked) => costsFrom(db, 0, items, asked, read),
    portions: (db, ids, day) => portionsOf(db, ids, day, items, read),
    async sold(db, branch, days) {
      return soldAt(db, branch, days, await recipeDays(db, days.from, days.to));
    },
    async used(db, branch, days) {
      return (await usedInAll(db, [branch], days, items))(branch);
    },
    async counted(db, branch, days) {
      return (await itemsCounted(db, [branch], days)).get(branch) ?? new Set();
    },
  };
}

/** For several branches one after the other, of one period: reads of all of them what one is asked for, and what is the same at every place once. */
export function readOnce(branches: readonly string[], read = new RecipesRead()): Reading {
  const items = new ItemNumbers();
  const costs: (Factor | undefined)[] = [];
  const portions = new Map<string, Map<string, Portion>>();
  const sold = inParts(branches, async (db, some, days) =>
    soldBy(db, some, days, await recipeDays(db, days.from, days.to)),
  );
  const used = inParts(branches, (db, some, days) => usedInAll(db, some, days, items));
  const counted = once((db, days) => itemsCounted(db, branches, days));
  return {
    items,
    async costs(db, asked) {
      if (asked.place !== null) return costsFrom(db, 0, items, asked, read);
      if (costs.length < items.ids.length)
        costs.push(...(await costsFrom(db, costs.length, items, asked, read)));
      return costs;
    },
    async portions(db, ids, day) {
      const ofDay = portions.get(day) ?? new Map<string, Portion>();
      portions.set(day, ofDay);
      const missing = ids.filter((id) => !ofDay.has(id));
      if (missing.length > 0)
        for (const [id, one] of await portionsOf(db, missing, day, items, read)) ofDay.set(id, one);
      return ofDay;
    },
    sold,
    used,
    async counted(db, branch, days) {
      return (await counted(db, days)).get(branch) ?? new Set();
    },
  };
}

/** So many days of branches are held at once, with all that happened on them. */
const mostBranchDays = 3000;

/** Reads of a part of the branches what one of them is asked for: of all of them, where the days are few. */
function inParts<T>(
  branches: readonly string[],
  read: (db: Queryable, some: readonly string[], days: Days) => Promise<(branch: string) => Promise<T>>,
): (db: Queryable, branch: string, days: Days) => Promise<T> {
  let part: { of: readonly string[]; told: ReturnType<typeof read> } | null = null;
  return async (db, branch, days) => {
    if (!part?.of.includes(branch)) {
      const atOnce = Math.max(1, Math.floor(mostBranchDays / Math.max(1, daysIn(days))));
      const of = chunks(branches, atOnce).find((some) => some.includes(branch)) ?? [branch];
      part = { of, told: read(db, of, days) };
    }
    return (await part.told)(branch);
  };
}

function once<T>(read: (db: Queryable, days: Days) => Promise<T>): typeof read {
  let all: Promise<T> | null = null;
  return (db, days) => {
    all ??= read(db, days);
    return all;
  };
}
