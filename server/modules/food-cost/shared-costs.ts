import type { DayRange } from '#domain/analytics/periods.ts';
import type { CostClass } from '#domain/food-cost/cost-classes.ts';
import type { CostBasis } from '#domain/recipes/costing.ts';
import { type Factor, factorOf } from '#domain/recipes/sum-of-products.ts';
import { VersionedCache } from '../../db/versioned-cache.ts';
import type { Queryable } from '../../db/types.ts';
import type { PriceQuery } from '../recipes/item-costs.ts';
import {
  loadCostedItems,
  isGap,
  loadPortionConsumption,
  listRecipeChangeDays,
  RecipeReader,
} from '../sales/portion-consumption.ts';
import { loadCostVersion } from './cost-versions.ts';
import { ItemNumbers } from './item-numbers.ts';

/** What a portion takes of items, by their numbers. */
export type PortionItems = readonly { item: number; each: Factor }[];

/** The same, or why that is not known. */
export type PortionResult = PortionItems | 'version' | 'conversion';

/** What a base unit of items costs, by their numbers, where that is known. */
export type CostsByItem = readonly (Factor | undefined)[];

/** Of so many days prices are kept at hand: of each period its last. */
const maxCostDays = 24;
/** Of so many days portions are: of each period all on which a recipe begins. What a year of branches is told by has to stay until the last of them. */
const maxPortionDays = 400;

/** What is the same at every branch: what articles cost, what portions take of them, and since when, as far as somebody asked. */
export class SharedCosts {
  readonly items = new ItemNumbers();
  readonly #recipes = new RecipeReader();
  readonly #costs = new VersionedCache<(Factor | undefined)[]>(maxCostDays);
  readonly #portions = new VersionedCache<Map<string, PortionResult>>(maxPortionDays);
  readonly #classes = new VersionedCache<ReadonlyMap<string, CostClass>>(1);
  readonly #recipeDays = new VersionedCache<readonly string[]>(maxCostDays);

  /** Of all the items that were spoken of so far. */
  async costs(db: Queryable, asked: PriceQuery): Promise<CostsByItem> {
    if (asked.place !== null) return this.#costsFrom(db, 0, asked);
    const costs = this.#cached(this.#costs, `${asked.basis} ${asked.day}`, () => []);
    const first = costs.length;
    // Others may ask for the same meanwhile: each puts the same in the same places.
    if (first < this.items.ids.length)
      for (const [nth, cost] of (await this.#costsFrom(db, first, asked)).entries())
        costs[first + nth] = cost;
    return costs;
  }

  /** What one portion of recipes takes of items, or what is missing. */
  async portions(
    db: Queryable,
    ids: readonly string[],
    day: string,
  ): Promise<ReadonlyMap<string, PortionResult>> {
    const ofDay = this.#cached(this.#portions, day, () => new Map<string, PortionResult>());
    const missing = ids.filter((id) => !ofDay.has(id));
    if (missing.length > 0)
      for (const [id, takes] of await loadPortionConsumption(db, missing, day, this.#recipes))
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
    const known = this.#classes.get(this, '', '') ?? (await loadNonFoodClasses(db));
    this.#classes.set(this, '', { version: '', value: known, size: 1 });
    return (item) => known.get(this.items.ids[item] ?? '') ?? 'food';
  }

  /** The days of a period on which portions begin to take something else, its first day among them. */
  async recipeDays(db: Queryable, { from, to }: DayRange): Promise<readonly string[]> {
    const key = `${from} ${to}`;
    const days = this.#recipeDays.get(this, key, '') ?? (await listRecipeChangeDays(db, from, to));
    this.#recipeDays.set(this, key, { version: '', value: days, size: 1 });
    return days;
  }

  /** What the items cost that come after the first so many. */
  async #costsFrom(db: Queryable, first: number, asked: PriceQuery) {
    const some = this.items.ids.slice(first);
    const costs = await loadCostedItems(db, some, asked, this.#recipes);
    return some.map((id) => {
      const cost = costs.get(id)?.cost ?? null;
      return cost === null ? undefined : factorOf(cost);
    });
  }

  #cached<T>(kept: VersionedCache<T>, key: string, make: () => T): T {
    const known = kept.get(this, key, '');
    if (known !== undefined) return known;
    const value = make();
    kept.set(this, key, { version: '', value, size: 1 });
    return value;
  }
}

/** The classes of items that are no food: most are food. */
async function loadNonFoodClasses(db: Queryable): Promise<Map<string, CostClass>> {
  const rows = await db
    .selectFrom('itemCategories')
    .innerJoin('items', 'items.category', 'itemCategories._id')
    .select(['items._id', 'itemCategories.costClass'])
    .where('itemCategories.costClass', '<>', 'food')
    .execute();
  return new Map(rows.map(({ _id, costClass }) => [_id, costClass]));
}

/** Cached by this process until any of it is written. */
const sharedCostCache = new VersionedCache<SharedCosts>(1);

/** By prices of lists and standard costs; what was paid, and averages, are also told by documents and stock, and are read each time. */
export async function loadSharedCosts(db: Queryable, basis: CostBasis): Promise<SharedCosts> {
  if (basis !== 'list' && basis !== 'standard') return new SharedCosts();
  const mark = await loadCostVersion(db);
  const kept = sharedCostCache.get(db, 'costs', mark);
  if (kept) return kept;
  const value = new SharedCosts();
  sharedCostCache.set(db, 'costs', { version: mark, value, size: 1 });
  return value;
}
