import type { DayRange } from '#core/periods.ts';
import type { CostClass } from '../cost-classes.ts';
import type { CostBasis } from '#modules/recipes/recipe-cost.ts';
import { type Factor, factorOf } from '#modules/recipes/sum-of-products.ts';
import { VersionedCache } from '#platform/server/db/versioned-cache.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { PriceQuery } from '#modules/recipes/server/item-costs.ts';
import {
  loadCostedItems,
  isGap,
  loadPortionConsumption,
  listRecipeChangeDays,
  RecipeReader,
} from '#modules/sales/server/portion-consumption.ts';
import { loadCostVersion } from './cost-versions.ts';
import { ItemNumbers } from './item-numbers.ts';

/** Consumption of a portion, by item number, in base units. */
export type PortionItems = readonly { item: number; each: Factor }[];

/** Consumption, or the reason why it is unknown. */
export type PortionResult = PortionItems | 'version' | 'conversion';

/** Cost per base unit by item number, as far as known. */
export type CostsByItem = readonly (Factor | undefined)[];

/** Limit of days with cached costs: the last day of each period. */
const maxCostDays = 24;
/**
 * Limit of days with cached portions: every day of a period on which a recipe changes. A year of all branches
 * must fit.
 */
const maxPortionDays = 400;

/** Cache of costs, portions and recipe change days that are the same at every branch. */
export class SharedCosts {
  readonly items = new ItemNumbers();
  readonly #recipes = new RecipeReader();
  readonly #costs = new VersionedCache<(Factor | undefined)[]>(maxCostDays);
  readonly #portions = new VersionedCache<Map<string, PortionResult>>(maxPortionDays);
  readonly #classes = new VersionedCache<ReadonlyMap<string, CostClass>>(1);
  readonly #recipeDays = new VersionedCache<readonly string[]>(maxCostDays);

  /** Returns the costs of all items numbered so far. */
  async costs(db: Queryable, query: PriceQuery): Promise<CostsByItem> {
    if (query.place !== null) return this.#costsFrom(db, 0, query);
    const costs = this.#cached(this.#costs, `${query.basis} ${query.day}`, () => []);
    const first = costs.length;
    // Concurrent calls write equal values.
    if (first < this.items.ids.length)
      for (const [nth, cost] of (await this.#costsFrom(db, first, query)).entries())
        costs[first + nth] = cost;
    return costs;
  }

  /** Returns the consumption of one portion of each recipe, or what is missing. */
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

  /** Returns a lookup of cost classes by item number. */
  async classOf(db: Queryable): Promise<(item: number) => CostClass> {
    const known = this.#classes.get(this, '', '') ?? (await loadNonFoodClasses(db));
    this.#classes.set(this, '', { version: '', value: known, size: 1 });
    return (item) => known.get(this.items.ids[item] ?? '') ?? 'food';
  }

  /** Returns the days on which portions change, the period's first day included. */
  async recipeDays(db: Queryable, { from, to }: DayRange): Promise<readonly string[]> {
    const key = `${from} ${to}`;
    const days = this.#recipeDays.get(this, key, '') ?? (await listRecipeChangeDays(db, from, to));
    this.#recipeDays.set(this, key, { version: '', value: days, size: 1 });
    return days;
  }

  /** Loads the costs of the items from number `first` on. */
  async #costsFrom(db: Queryable, first: number, query: PriceQuery) {
    const newIds = this.items.ids.slice(first);
    const costs = await loadCostedItems(db, newIds, query, this.#recipes);
    return newIds.map((id) => {
      const cost = costs.get(id)?.cost ?? null;
      return cost === null ? undefined : factorOf(cost);
    });
  }

  #cached<T>(stored: VersionedCache<T>, key: string, make: () => T): T {
    const known = stored.get(this, key, '');
    if (known !== undefined) return known;
    const value = make();
    stored.set(this, key, { version: '', value, size: 1 });
    return value;
  }
}

/** Cost classes of items that aren't food, the default. */
async function loadNonFoodClasses(db: Queryable): Promise<Map<string, CostClass>> {
  const rows = await db
    .selectFrom('itemCategories')
    .innerJoin('items', 'items.category', 'itemCategories._id')
    .select(['items._id', 'itemCategories.costClass'])
    .where('itemCategories.costClass', '<>', 'food')
    .execute();
  return new Map(rows.map(({ _id, costClass }) => [_id, costClass]));
}

/** Cached per process, invalidated by the cost version. */
const sharedCostCache = new VersionedCache<SharedCosts>(1);

/**
 * Cached for list and standard costs; last and average costs also depend on documents and stock, and are
 * loaded each time.
 */
export async function loadSharedCosts(db: Queryable, basis: CostBasis): Promise<SharedCosts> {
  if (basis !== 'list' && basis !== 'standard') return new SharedCosts();
  const mark = await loadCostVersion(db);
  const stored = sharedCostCache.get(db, 'costs', mark);
  if (stored) return stored;
  const value = new SharedCosts();
  sharedCostCache.set(db, 'costs', { version: mark, value, size: 1 });
  return value;
}
