import { type Days, daysIn } from '#domain/analytics/periods.ts';
import { chunks } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { type Factor, factorOf } from '#domain/recipes/sum-of-products.ts';
import type { PriceAsked } from '../recipes/item-costs.ts';
import { costedItems, isGap, portionsOn, recipeDays } from '../sales/recipes-of-day.ts';
import { itemsCounted } from './counted.ts';
import { type Used, usedBy } from './moved.ts';
import { type SoldLine, soldAt, soldBy } from './sold.ts';

/** What one portion takes of items; or why that is not known. */
export type Portion = ReadonlyMap<string, Factor> | 'version' | 'conversion';

/** Where the figures of a branch are read from. */
export interface Reading {
  /** What a base unit of items costs, where that is known. */
  costs(db: Queryable, ids: readonly string[], asked: PriceAsked): Promise<ReadonlyMap<string, Factor>>;
  /** What one portion of recipes takes of items, or what is missing. */
  portions(db: Queryable, ids: readonly string[], day: string): Promise<ReadonlyMap<string, Portion>>;
  /** What it sold, by what it is, and since when recipes are as they were then. @throws QuantityError. */
  sold(db: Queryable, branch: string, days: Days): Promise<readonly SoldLine[]>;
  /** @throws QuantityError where something of it is beyond exact numbers. */
  used(db: Queryable, branch: string, days: Days): Promise<ReadonlyMap<string, Used>>;
  counted(db: Queryable, branch: string, days: Days): Promise<ReadonlySet<string>>;
}

async function costFactors(db: Queryable, ids: readonly string[], asked: PriceAsked) {
  const costs = new Map<string, Factor>();
  for (const [id, { cost }] of await costedItems(db, ids, asked)) if (cost) costs.set(id, factorOf(cost));
  return costs;
}

async function portionFactors(db: Queryable, ids: readonly string[], day: string) {
  const portions = new Map<string, Portion>();
  for (const [id, takes] of await portionsOn(db, ids, day))
    portions.set(
      id,
      isGap(takes) ? takes.gap : new Map([...takes].map(([item, amount]) => [item, factorOf(amount)])),
    );
  return portions;
}

/** Reads what is asked for, each time. */
export const readEachTime: Reading = {
  costs: costFactors,
  portions: portionFactors,
  async sold(db, branch, days) {
    return soldAt(db, branch, days, await recipeDays(db, days.from, days.to));
  },
  async used(db, branch, days) {
    return (await usedBy(db, [branch], days))(branch);
  },
  async counted(db, branch, days) {
    return (await itemsCounted(db, [branch], days)).get(branch) ?? new Set();
  },
};

/** For several branches one after the other, of one period: reads of all of them what one is asked for, and what is the same at every place once. */
export function readOnce(branches: readonly string[]): Reading {
  const costs = known<Factor>();
  const portions = new Map<string, ReturnType<typeof known<Portion>>>();
  const sold = inParts(branches, async (db, some, days) =>
    soldBy(db, some, days, await recipeDays(db, days.from, days.to)),
  );
  const used = inParts(branches, usedBy);
  const counted = once((db, days) => itemsCounted(db, branches, days));
  return {
    async costs(db, ids, asked) {
      if (asked.place !== null) return costFactors(db, ids, asked);
      return costs(ids, (missing) => costFactors(db, missing, asked));
    },
    async portions(db, ids, day) {
      const ofDay = portions.get(day) ?? known<Portion>();
      portions.set(day, ofDay);
      return ofDay(ids, (missing) => portionFactors(db, missing, day));
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

/** Answers from what it has, and reads what is missing. */
function known<T>() {
  const all = new Map<string, T>();
  const asked = new Set<string>();
  return async (
    ids: readonly string[],
    read: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<Map<string, T>> => {
    const missing = ids.filter((id) => !asked.has(id));
    if (missing.length > 0) for (const [id, one] of await read(missing)) all.set(id, one);
    for (const id of missing) asked.add(id);
    return all;
  };
}
