import type { DayRange } from '#domain/analytics/periods.ts';
import type { CostClass } from '#domain/food-cost/cost-classes.ts';
import type { CostBasis } from '#domain/recipes/costing.ts';
import { type Factor, factorOf } from '#domain/recipes/sum-of-products.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import type { Queryable } from '../../db/types.ts';
import type { PriceAsked } from '../recipes/item-costs.ts';
import { costedItems, isGap, portionsOn, recipeDays, RecipesRead } from '../sales/recipes-of-day.ts';
import { costMark } from './cost-marks.ts';
import { ItemNumbers } from './item-numbers.ts';

/** What a portion takes of items, by their numbers. */
export type Takes = readonly { item: number; each: Factor }[];

/** The same, or why that is not known. */
export type Portion = Takes | 'version' | 'conversion';

/** What a base unit of items costs, by their numbers, where that is known. */
export type Costs = readonly (Factor | undefined)[];

/** Of so many days prices are kept at hand: of each period its last. */
const mostPriced = 24;
/** Of so many days portions are: of each period all on which a recipe begins. What a year of branches is told by has to stay until the last of them. */
const mostDays = 400;

/** What is the same at every branch: what articles cost, what portions take of them, and since when, as far as somebody asked. */
export class SharedCosts {
  readonly items = new ItemNumbers();
  readonly #recipes = new RecipesRead();
  readonly #costs = new VersionedCache<(Factor | undefined)[]>(mostPriced);
  readonly #portions = new VersionedCache<Map<string, Portion>>(mostDays);
  readonly #classes = new VersionedCache<ReadonlyMap<string, CostClass>>(1);
  readonly #recipeDays = new VersionedCache<readonly string[]>(mostPriced);

  /** Of all the items that were spoken of so far. */
  async costs(db: Queryable, asked: PriceAsked): Promise<Costs> {
    if (asked.place !== null) return this.#costsFrom(db, 0, asked);
    const costs = this.#kept(this.#costs, `${asked.basis} ${asked.day}`, () => []);
    const first = costs.length;
    // Others may ask for the same meanwhile: each puts the same in the same places.
    if (first < this.items.ids.length)
      for (const [nth, cost] of (await this.#costsFrom(db, first, asked)).entries())
        costs[first + nth] = cost;
    return costs;
  }

  /** What one portion of recipes takes of items, or what is missing. */
  async portions(db: Queryable, ids: readonly string[], day: string): Promise<ReadonlyMap<string, Portion>> {
    const ofDay = this.#kept(this.#portions, day, () => new Map<string, Portion>());
    const missing = ids.filter((id) => !ofDay.has(id));
    if (missing.length > 0)
      for (const [id, takes] of await portionsOn(db, missing, day, this.#recipes))
        ofDay.set(
          id,
          isGap(takes)
            ? takes.gap
            : [...takes].map(([item, amount]) => ({ item: this.items.of(item), each: factorOf(amount) })),
        );
    return ofDay;
  }

  /** The cost class of items, by their numbers. */
  async classOf(db: Queryable): Promise<(item: number) => CostClass> {
    const known = this.#classes.get(this, '', '') ?? (await classesBesideFood(db));
    this.#classes.set(this, '', { version: '', value: known, size: 1 });
    return (item) => known.get(this.items.ids[item] ?? '') ?? 'food';
  }

  /** The days of a period on which portions begin to take something else, its first day among them. */
  async recipeDays(db: Queryable, { from, to }: DayRange): Promise<readonly string[]> {
    const key = `${from} ${to}`;
    const days = this.#recipeDays.get(this, key, '') ?? (await recipeDays(db, from, to));
    this.#recipeDays.set(this, key, { version: '', value: days, size: 1 });
    return days;
  }

  /** What the items cost that come after the first so many. */
  async #costsFrom(db: Queryable, first: number, asked: PriceAsked) {
    const some = this.items.ids.slice(first);
    const costs = await costedItems(db, some, asked, this.#recipes);
    return some.map((id) => {
      const cost = costs.get(id)?.cost ?? null;
      return cost === null ? undefined : factorOf(cost);
    });
  }

  #kept<T>(kept: VersionedCache<T>, key: string, make: () => T): T {
    const known = kept.get(this, key, '');
    if (known !== undefined) return known;
    const value = make();
    kept.set(this, key, { version: '', value, size: 1 });
    return value;
  }
}

/** The classes of items that are no food: most are food. */
async function classesBesideFood(db: Queryable): Promise<Map<string, CostClass>> {
  const rows = await db
    .selectFrom('itemCategories')
    .innerJoin('items', 'items.category', 'itemCategories._id')
    .select(['items._id', 'itemCategories.costClass'])
    .where('itemCategories.costClass', '<>', 'food')
    .execute();
  return new Map(rows.map(({ _id, costClass }) => [_id, costClass]));
}

/** Cached by this process until any of it is written. */
const keptCosts = new VersionedCache<SharedCosts>(1);

/** By prices of lists and standard costs; what was paid, and averages, are also told by documents and stock, and are read each time. */
export async function sharedCosts(db: Queryable, basis: CostBasis): Promise<SharedCosts> {
  if (basis !== 'list' && basis !== 'standard') return new SharedCosts();
  const mark = await costMark(db);
  const kept = keptCosts.get(db, 'costs', mark);
  if (kept) return kept;
  const value = new SharedCosts();
  keptCosts.set(db, 'costs', { version: mark, value, size: 1 });
  return value;
}
