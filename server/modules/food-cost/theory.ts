import { type RawBuilder, sql } from 'kysely';
import { amountE4, type CostBasis } from '#domain/recipes/costing.ts';
import { type Exact, plus, times, zero } from '#domain/recipes/exact.ts';
import { sumInHalves, wholeSum } from '../../db/exact-sums.ts';
import type { Queryable } from '../../db/types.ts';
import type { PricedItem } from '../recipes/item-costs.ts';
import {
  addTo,
  costedItems,
  isGap,
  ofMicro,
  portionsOn,
  type PortionTakes,
  recipeDays,
} from '../sales/recipes-of-day.ts';

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
  takes: { amount: Exact; each: ReadonlyMap<string, Exact> }[];
}

/** The same, and what its ingredients cost; null where something is missing. */
export interface SoldRecipe extends SoldThing {
  costE4: number | null;
}

export interface Theory {
  /** Days of the period with sales. */
  days: number;
  /** Of food alone. */
  netE4: number;
  unmapped: { netE4: number; articles: number };
  sold: SoldThing[];
  /** What recipes took, by item, in base units. */
  items: Map<string, Exact>;
  /** The items in it and those that were asked for besides, with what they cost at the end of the period. */
  costs: Map<string, PricedItem>;
}

interface Line {
  /** The day, or of several the one since which recipes are these. */
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

/** How what is the same at every place is read. */
export interface Reading {
  costs: typeof costedItems;
  portions: typeof portionsOn;
  days: typeof recipeDays;
}

export const readEachTime: Reading = { costs: costedItems, portions: portionsOn, days: recipeDays };

/** Reads it once, whoever asks for it: for several branches one after the other, of one period. */
export function readOnce(): Reading {
  const costs = known<PricedItem>();
  const portions = new Map<string, ReturnType<typeof known<PortionTakes>>>();
  let days: Promise<string[]> | null = null;
  return {
    async costs(db, ids, asked) {
      if (asked.place !== null) return costedItems(db, ids, asked);
      return costs(ids, (missing) => costedItems(db, missing, asked));
    },
    async portions(db, ids, day) {
      const ofDay = portions.get(day) ?? known<PortionTakes>();
      portions.set(day, ofDay);
      return ofDay(ids, (missing) => portionsOn(db, missing, day));
    },
    async days(db, from, to) {
      days ??= recipeDays(db, from, to);
      return days;
    },
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

/** What was sold in a period and what it should have taken, by the recipes of each day and the costs of its end. */
export async function theoryOf(
  db: Queryable,
  period: Period,
  more: readonly string[],
  reading: Reading = readEachTime,
): Promise<Theory> {
  const begins = await reading.days(db, period.from, period.to);
  const lines = await linesOf(db, period, sinceOf(begins));
  const items = new Map<string, Exact>();
  const sold = new Map<string, SoldThing>();
  const theory: Theory = {
    days: lines.length === 0 ? 0 : await daysSold(db, period),
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
      const takes = recipeId === null ? new Map([[id, ofMicro(1_000_000)]]) : portions.get(recipeId);
      if (!takes || isGap(takes)) one.why = takes?.gap ?? 'version';
      else {
        one.takes.push({ amount, each: takes });
        for (const [item, each] of takes) addTo(items, item, times(amount, each));
      }
    }
  }
  const { branch: place, to: day, basis } = period;
  theory.costs = await reading.costs(db, [...items.keys(), ...more], {
    basis,
    place: basis === 'average' ? place : null,
    day,
  });
  const isCosted = ({ takes }: SoldThing) =>
    takes.every(({ each }) => [...each.keys()].every((item) => theory.costs.get(item)?.cost));
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
        const price = costs.get(item)?.cost ?? null;
        cost = cost && price && plus(cost, times(times(amount, taken), price));
      }
    return { ...one, costE4: amountE4(cost) };
  });

/** The day since which recipes are as on the day of `d`, by the days on which some change. */
function sinceOf(begins: readonly string[]): RawBuilder<string> {
  const [first = '', ...later] = begins;
  if (later.length === 0) return sql<string>`cast(${sql.lit(first)} as text)`;
  const cases = later
    .toReversed()
    .map((begin) => sql`when ${sql.ref('d.day')} >= ${sql.lit(begin)} then ${sql.lit(begin)}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else ${sql.lit(first)} end`;
}

/** How many days of a period something was sold on. */
async function daysSold(db: Queryable, { branch, from, to }: Pick<Period, 'branch' | 'from' | 'to'>) {
  const { days } = await db
    .selectFrom('saleDays as d')
    .select((eb) => eb.fn.count<number>('d.day').distinct().as('days'))
    .where('d.branchId', '=', branch)
    .where('d.day', '>=', from)
    .where('d.day', '<=', to)
    .where((eb) =>
      eb.exists(eb.selectFrom('saleRows as r').select('r.dayId').whereRef('r.dayId', '=', 'd._id')),
    )
    .executeTakeFirstOrThrow();
  return Number(days);
}

/** What was sold, by what it is and by day, or by another column that days fold into. @throws QuantityError where a sum is beyond exact numbers. */
async function linesOf(
  db: Queryable,
  { branch, from, to }: Pick<Period, 'branch' | 'from' | 'to'>,
  by: RawBuilder<string> = sql.ref('d.day'),
): Promise<Line[]> {
  const [qty, net] = [sumInHalves(sql.ref('r.qtyMicro')), sumInHalves(sql.ref('r.netE4'))];
  const rows = await db
    .selectFrom('saleDays as d')
    .innerJoin('saleRows as r', 'r.dayId', 'd._id')
    .leftJoin('saleArticles as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code'),
    )
    .select([
      by.as('day'),
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
    .groupBy([by, 'r.recipeId', 'a._id', 'a.recipeId', 'a.itemId', 'a.isNoFood', 'a.qtyMicro'])
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
