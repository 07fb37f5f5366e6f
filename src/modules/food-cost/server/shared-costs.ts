import type { DayRange } from '#core/periods.ts';
import type { CostClass } from '../cost-classes.ts';
import { type Factor, toFactor } from '#modules/recipes/sum-of-products.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { PriceQuery } from '#modules/recipes/server/item-costs.ts';
import {
  loadCostedItems,
  isGap,
  loadPortionConsumption,
  listRecipeChangeDays,
  type PortionConsumption,
  RecipeReader,
} from '#modules/sales/server/portion-consumption.ts';
import { computeUnitConsumption, listRecipeIds } from '#modules/sales/server/modifiers.ts';
import { ItemNumbers } from './item-numbers.ts';
import type { SoldLine } from './sales-lines.ts';

/** Consumption of a portion, by item number, in base units. */
export type PortionItems = readonly { item: number; qtyPerSale: Factor }[];

/** Consumption, or the reason why it is unknown. */
export type PortionResult = PortionItems | 'version' | 'conversion';

/** Cost per base unit by item number; undefined if unknown. */
export type CostsByItem = readonly (Factor | undefined)[];

/**
 * Costs, portions and recipe change days of one request: they are the same at every branch, so they are
 * loaded once.
 */
export class SharedCosts {
  readonly items = new ItemNumbers();
  readonly #recipes = new RecipeReader();
  /** By cost basis and day. */
  readonly #costs = new Map<string, (Factor | undefined)[]>();
  /** By day. */
  readonly #portions = new Map<string, Map<string, PortionResult>>();
  /** By period. */
  readonly #recipeDays = new Map<string, readonly string[]>();
  #nonFoodClasses: ReadonlyMap<string, CostClass> | null = null;

  /** Returns the costs of all items numbered so far. */
  async loadCosts(db: Queryable, query: PriceQuery): Promise<CostsByItem> {
    if (query.place !== null) return this.#loadCostsFrom(db, 0, query);
    const key = `${query.basis} ${query.day}`;
    const costs = this.#costs.get(key) ?? [];
    this.#costs.set(key, costs);
    const first = costs.length;
    // Concurrent calls write equal values.
    if (first < this.items.ids.length)
      for (const [offset, cost] of (await this.#loadCostsFrom(db, first, query)).entries())
        costs[first + offset] = cost;
    return costs;
  }

  /** Returns the consumption of one portion of each recipe, or the reason why it is unknown. */
  async loadPortions(
    db: Queryable,
    ids: readonly string[],
    day: string,
  ): Promise<ReadonlyMap<string, PortionResult>> {
    const portionsOnDay = this.#portions.get(day) ?? new Map<string, PortionResult>();
    this.#portions.set(day, portionsOnDay);
    const missing = ids.filter((id) => !portionsOnDay.has(id));
    if (missing.length > 0)
      for (const [id, consumption] of await loadPortionConsumption(db, missing, day, this.#recipes))
        portionsOnDay.set(
          id,
          isGap(consumption)
            ? consumption.gap
            : [...consumption].map(([item, amount]) => ({
                item: this.items.getNumber(item),
                qtyPerSale: toFactor(amount),
              })),
        );
    return portionsOnDay;
  }

  /**
   * Returns the consumption of one unit of a till item sold with modifiers, or the reason why it is unknown.
   */
  computeUnitItems(
    { qtyPerSale, ...line }: Pick<SoldLine, 'recipeId' | 'itemId' | 'qtyPerSale' | 'modifiers'>,
    portions: ReadonlyMap<string, PortionResult>,
  ): PortionResult {
    const exactPortions = new Map(
      listRecipeIds([line]).map((id): [string, PortionConsumption] => {
        const portion = portions.get(id) ?? 'version';
        if (typeof portion === 'string') return [id, { gap: portion }];
        return [id, new Map(portion.map((part) => [this.items.ids[part.item] ?? '', part.qtyPerSale.exact]))];
      }),
    );
    const unit = computeUnitConsumption({ ...line, qtyPerSale: qtyPerSale.exact }, exactPortions);
    const [gap] = unit?.gaps ?? [];
    if (gap) return gap.kind;
    return [...(unit?.items ?? [])].map(([id, qty]) => ({
      item: this.items.getNumber(id),
      qtyPerSale: toFactor(qty),
    }));
  }

  /** Returns a lookup of cost classes by item number. */
  async loadClassLookup(db: Queryable): Promise<(item: number) => CostClass> {
    const classes = (this.#nonFoodClasses ??= await loadNonFoodClasses(db));
    return (item) => classes.get(this.items.ids[item] ?? '') ?? 'food';
  }

  /** Returns the days on which portions change, the period's first day included. */
  async loadRecipeDays(db: Queryable, { from, to }: DayRange): Promise<readonly string[]> {
    const key = `${from} ${to}`;
    const days = this.#recipeDays.get(key) ?? (await listRecipeChangeDays(db, from, to));
    this.#recipeDays.set(key, days);
    return days;
  }

  /** Loads the costs of the items starting with number `first`. */
  async #loadCostsFrom(db: Queryable, first: number, query: PriceQuery) {
    const newIds = this.items.ids.slice(first);
    const costs = await loadCostedItems(db, newIds, query, this.#recipes);
    return newIds.map((id) => {
      const cost = costs.get(id)?.cost ?? null;
      return cost === null ? undefined : toFactor(cost);
    });
  }
}

/** Loads the cost classes of items whose class isn't `food`, the default. */
async function loadNonFoodClasses(db: Queryable): Promise<Map<string, CostClass>> {
  const rows = await db
    .selectFrom('itemCategories')
    .innerJoin('items', 'items.category', 'itemCategories._id')
    .select(['items._id', 'itemCategories.costClass'])
    .where('itemCategories.costClass', '<>', 'food')
    .execute();
  return new Map(rows.map(({ _id, costClass }) => [_id, costClass]));
}
