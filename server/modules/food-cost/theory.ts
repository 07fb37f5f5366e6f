import { amountE4, type CostBasis } from '#domain/recipes/costing.ts';
import { type Exact, one as wholeOne, plus, times, zero } from '#domain/recipes/exact.ts';
import { type Factor, factorOf, SumOfProducts } from '#domain/recipes/sum-of-products.ts';
import type { Queryable } from '../../db/types.ts';
import { readEachTime, type Reading } from './reading.ts';

export interface Period {
  branch: string;
  from: string;
  to: string;
  basis: CostBasis;
}

type Why = 'version' | 'conversion' | 'cost';

/** What was sold of a recipe, or of an item alone; `why` names what is missing. */
export interface SoldThing {
  kind: 'recipe' | 'item';
  id: string;
  soldMicro: number;
  netE4: number;
  why: Why | null;
  /** So many portions, each of which takes so much of items. */
  takes: { amount: Factor; each: ReadonlyMap<string, Factor> }[];
}

/** The same, and what its ingredients cost; null where something is missing. */
export interface SoldRecipe extends SoldThing {
  costE4: number | null;
}

export interface Theory {
  /** Whether anything was sold at all, food or not. */
  isSold: boolean;
  /** Of food alone. */
  netE4: number;
  unmapped: { netE4: number; articles: number };
  sold: SoldThing[];
  /** What recipes took, by item, in base units. */
  items: Map<string, SumOfProducts>;
  /** What a base unit of the items in it, and of those that were asked for besides, costs at the end of the period, where that is known. */
  costs: ReadonlyMap<string, Factor>;
}

/** What an item that is sold as it is takes of itself. */
const itself = factorOf(wholeOne);

/** What was sold in a period and what it should have taken, by the recipes of each day and the costs of its end. */
export async function theoryOf(
  db: Queryable,
  period: Period,
  more: readonly string[],
  reading: Reading = readEachTime,
): Promise<Theory> {
  const lines = await reading.sold(db, period.branch, period);
  const items = new Map<string, SumOfProducts>();
  const sold = new Map<string, SoldThing>();
  const theory: Theory = {
    isSold: lines.length > 0,
    netE4: 0,
    unmapped: { netE4: 0, articles: 0 },
    sold: [],
    items,
    costs: new Map(),
  };
  for (const [begin, some] of Map.groupBy(lines, ({ day }) => day)) {
    const portions = await reading.portions(
      db,
      some.flatMap(({ recipeId }) => recipeId ?? []),
      begin,
    );
    for (const { recipeId, itemId, isNoFood, isUnknown, articles, amount, soldMicro, netE4 } of some) {
      if (isNoFood) continue;
      theory.netE4 += netE4;
      if (isUnknown) {
        theory.unmapped.netE4 += netE4;
        theory.unmapped.articles += articles;
        continue;
      }
      const id = recipeId ?? itemId ?? '';
      const one = sold.get(id) ?? {
        kind: recipeId === null ? ('item' as const) : ('recipe' as const),
        id,
        soldMicro: 0,
        netE4: 0,
        why: null,
        takes: [],
      };
      sold.set(id, one);
      one.soldMicro += soldMicro;
      one.netE4 += netE4;
      const takes = recipeId === null ? new Map([[id, itself]]) : (portions.get(recipeId) ?? 'version');
      if (typeof takes === 'string') one.why = takes;
      else {
        const portionsSold = factorOf(amount);
        one.takes.push({ amount: portionsSold, each: takes });
        for (const [item, each] of takes) {
          const sum = items.get(item) ?? new SumOfProducts();
          items.set(item, sum);
          sum.add(portionsSold, each);
        }
      }
    }
  }
  const { branch: place, to: day, basis } = period;
  theory.costs = await reading.costs(db, [...items.keys(), ...more], {
    basis,
    place: basis === 'average' ? place : null,
    day,
  });
  const isAllCosted = items.keys().every((item) => theory.costs.has(item));
  const isCosted = ({ takes }: SoldThing) =>
    isAllCosted || takes.every(({ each }) => each.keys().every((item) => theory.costs.has(item)));
  theory.sold = [...sold.values()].map((one) => ({
    ...one,
    why: one.why ?? (isCosted(one) ? null : ('cost' as const)),
  }));
  return theory;
}

/** What was sold with what its ingredients cost. */
export const costedSales = ({ sold, costs }: Theory): SoldRecipe[] =>
  sold.map((one) => {
    let cost: Exact | null = one.why === null ? zero : null;
    for (const { amount, each } of one.takes)
      for (const [item, taken] of each) {
        const price = costs.get(item)?.exact ?? null;
        cost = cost && price && plus(cost, times(times(amount.exact, taken.exact), price));
      }
    return { ...one, costE4: amountE4(cost) };
  });
