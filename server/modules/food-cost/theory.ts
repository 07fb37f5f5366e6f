import { sql } from 'kysely';
import { amountE4, type CostBasis } from '#domain/recipes/costing.ts';
import { type Exact, plus, times, zero } from '#domain/recipes/exact.ts';
import { sumInHalves, wholeSum } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import type { PricedItem } from '../recipes/item-costs.ts';
import { addTo, costedItems, isGap, ofMicro, portionsOn, recipeDays } from '../sales/recipes-of-day.ts';

export interface Period {
  branch: string;
  from: string;
  to: string;
  basis: CostBasis;
}

type Why = 'version' | 'conversion' | 'cost';

/** What was sold of a recipe, or of an item alone, and what its ingredients cost; null where something is missing. */
export interface SoldRecipe {
  kind: 'recipe' | 'item';
  id: string;
  soldMicro: number;
  netE4: number;
  costE4: number | null;
  why: Why | null;
}

export interface Theory {
  /** Days of the period with sales. */
  days: number;
  /** Of food alone. */
  netE4: number;
  unmapped: { netE4: number; articles: number };
  sold: SoldRecipe[];
  /** What recipes took, by item, in base units. */
  items: Map<string, Exact>;
  /** The items in it and those that were asked for besides, with what they cost at the end of the period. */
  costs: Map<string, PricedItem>;
}

interface Line {
  day: string;
  recipeId: string | null;
  itemId: string | null;
  isNoFood: boolean;
  isUnknown: boolean;
  articles: number;
  amount: Exact;
  soldMicro: number;
  netE4: number;
}

/** Items with what they cost on a day. */
export type ReadCosts = typeof costedItems;

/** Reads the costs of a day that are the same at every place once, whoever asks for them: for several branches one after the other. */
export function costsReadOnce(): ReadCosts {
  const known = new Map<string, PricedItem | null>();
  return async (db, ids, asked) => {
    if (asked.place !== null) return costedItems(db, ids, asked);
    const missing = ids.filter((id) => !known.has(id));
    const read = missing.length > 0 ? await costedItems(db, missing, asked) : null;
    for (const id of missing) known.set(id, read?.get(id) ?? null);
    return new Map(
      ids.flatMap((id) => {
        const item = known.get(id);
        return item ? [[id, item] as const] : [];
      }),
    );
  };
}

/** What was sold in a period and what it should have taken, by the recipes of each day and the costs of its end. */
export async function theoryOf(
  db: Queryable,
  period: Period,
  more: readonly string[],
  readCosts: ReadCosts = costedItems,
): Promise<Theory> {
  const lines = await linesOf(db, period);
  const begins = await recipeDays(db, period.from, period.to);
  const items = new Map<string, Exact>();
  const sold = new Map<string, SoldRecipe & { takes: Map<string, Exact> }>();
  const theory: Theory = {
    days: new Set(lines.map(({ day }) => day)).size,
    netE4: 0,
    unmapped: { netE4: 0, articles: 0 },
    sold: [],
    items,
    costs: new Map(),
  };
  const segments = Map.groupBy(lines, ({ day }) => begins.findLast((begin) => begin <= day) ?? period.from);
  for (const [begin, some] of segments) {
    const portions = await portionsOn(
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
        costE4: null,
        why: null,
        takes: new Map<string, Exact>(),
      };
      sold.set(id, one);
      one.soldMicro += soldMicro;
      one.netE4 += netE4;
      const takes = recipeId === null ? new Map([[id, ofMicro(1_000_000)]]) : portions.get(recipeId);
      if (!takes || isGap(takes)) one.why = takes?.gap ?? 'version';
      else
        for (const [item, each] of takes) {
          addTo(items, item, times(amount, each));
          addTo(one.takes, item, times(amount, each));
        }
    }
  }
  const { branch: place, to: day, basis } = period;
  theory.costs = await readCosts(db, [...items.keys(), ...more], {
    basis,
    place: basis === 'average' ? place : null,
    day,
  });
  theory.sold = [...sold.values()].map(({ takes, ...one }) => {
    if (one.why !== null) return one;
    let cost: Exact | null = zero;
    for (const [item, amount] of takes) {
      const each = theory.costs.get(item)?.cost ?? null;
      cost = cost && each && plus(cost, times(amount, each));
    }
    return { ...one, costE4: amountE4(cost), why: cost === null ? ('cost' as const) : null };
  });
  return theory;
}

/** What was sold, by day and by what it is. @throws QuantityError where a sum is beyond exact numbers. */
async function linesOf(
  db: Queryable,
  { branch, from, to }: Pick<Period, 'branch' | 'from' | 'to'>,
): Promise<Line[]> {
  const [qty, net] = [sumInHalves(sql.ref('r.qtyMicro')), sumInHalves(sql.ref('r.netE4'))];
  const rows = await db
    .selectFrom('saleDays as d')
    .innerJoin('saleRows as r', 'r.dayId', 'd._id')
    .leftJoin('saleArticles as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code'),
    )
    .select([
      'd.day',
      'r.recipeId as named',
      'a._id as article',
      'a.recipeId',
      'a.itemId',
      'a.isNoFood',
      'a.qtyMicro as eachMicro',
    ])
    .select(({ fn }) => [
      qty.high.as('qtyHigh'),
      qty.low.as('qtyLow'),
      net.high.as('netHigh'),
      net.low.as('netLow'),
      fn.count<number>('r.rowNo').as('articles'),
    ])
    .where('d.branchId', '=', branch)
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .groupBy(['d.day', 'r.recipeId', 'a._id', 'a.recipeId', 'a.itemId', 'a.isNoFood', 'a.qtyMicro'])
    .execute();
  return rows.map(({ day, named, article, recipeId, itemId, isNoFood, eachMicro, articles, ...sums }) => {
    const soldMicro = wholeSum(sums.qtyHigh, sums.qtyLow);
    const sold = ofMicro(soldMicro);
    return {
      day,
      recipeId: named ?? recipeId,
      itemId: named === null ? itemId : null,
      isNoFood: named === null && Number(isNoFood ?? 0) === 1,
      isUnknown: named === null && article === null,
      articles: Number(articles),
      amount: named === null ? times(sold, ofMicro(Number(eachMicro ?? 0))) : sold,
      soldMicro,
      netE4: wholeSum(sums.netHigh, sums.netLow),
    };
  });
}

/** The days on which a dish was sold, with what was sold of it: they add up to what `theoryOf` says of it. */
export async function daysOfDish(
  db: Queryable,
  period: Pick<Period, 'branch' | 'from' | 'to'>,
  dish: string,
): Promise<{ day: string; soldMicro: number; netE4: number }[]> {
  const days = new Map<string, { day: string; soldMicro: number; netE4: number }>();
  for (const { day, recipeId, itemId, isNoFood, isUnknown, soldMicro, netE4 } of await linesOf(db, period)) {
    if (isNoFood || isUnknown || (recipeId ?? itemId) !== dish) continue;
    const one = days.get(day) ?? { day, soldMicro: 0, netE4: 0 };
    days.set(day, { day, soldMicro: one.soldMicro + soldMicro, netE4: one.netE4 + netE4 });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
