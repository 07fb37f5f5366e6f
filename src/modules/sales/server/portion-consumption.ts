import {
  type Exact,
  exact,
  parseExactDecimal,
  exactOne,
  divideExact,
  addExact,
  multiplyExact,
  exactZero,
} from '#core/exact.ts';
import { getPortions } from '#modules/recipes/recipe.ts';
import { flattenRecipe } from '#modules/recipes/roll-up.ts';
import { allergens } from '#modules/items/collection.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { listChangeDays } from '#modules/recipes/server/former-values.ts';
import {
  ItemReader,
  type PriceQuery,
  type PricedItem,
  loadPricedItems,
} from '#modules/recipes/server/item-costs.ts';
import {
  listItemsOfRecipes,
  type RecipeOnDay,
  loadWithSubRecipes,
  toRecipeToCost,
} from '#modules/recipes/server/versions.ts';

/**
 * Quantities of items that one portion consumes, in base units; a gap if the recipe has no version on the day
 * or a conversion is missing.
 */
export type PortionConsumption = Map<string, Exact> | { gap: 'version' | 'conversion' };

export const isGap = (portion: PortionConsumption): portion is { gap: 'version' | 'conversion' } =>
  'gap' in portion;

/** Request cache of items and portion consumption; can be reused for several periods in sequence. */
export class RecipeReader extends ItemReader {
  readonly #sources = new Map<string, string>();
  readonly #portions = new Map<string, PortionConsumption>();

  /**
   * Returns the cached consumption by recipe. Cleared when a version, an output, a yield or a conversion
   * differs from those it was computed with.
   */
  getCachedPortions(
    recipes: Iterable<RecipeOnDay>,
    items: Iterable<PricedItem>,
  ): Map<string, PortionConsumption> {
    const sources = [
      ...[...recipes].map(({ recipeId, versionId, outputItem }) => [recipeId, `${versionId} ${outputItem}`]),
      ...[...items].map(({ _id, yieldPercent, conversions }) => [
        _id,
        `${yieldPercent} ${conversions.map(({ fromUnit, toUnit, num, den }) => [fromUnit, toUnit, num, den].join(' ')).join()}`,
      ]),
    ];
    const hasChanged = sources.some(
      ([id = '', source = '']) => this.#sources.has(id) && this.#sources.get(id) !== source,
    );
    if (hasChanged) {
      this.#sources.clear();
      this.#portions.clear();
    }
    for (const [id = '', source = ''] of sources) this.#sources.set(id, source);
    return this.#portions;
  }
}

/** Computes the consumption of portions on a day, including sub-recipes, from the versions of that day. */
export async function loadPortionConsumption(
  db: Queryable,
  ids: readonly string[],
  day: string,
  reader = new RecipeReader(),
): Promise<Map<string, PortionConsumption>> {
  const consumption = new Map<string, PortionConsumption>();
  if (ids.length === 0) return consumption;
  const recipes = await loadWithSubRecipes(db, ids, day);
  const units = await reader.units(db);
  const query = { basis: 'standard', place: null, day } as const;
  const items = await loadPricedItems(db, listItemsOfRecipes(recipes.values()), units, query, reader);
  const getItem = (id: string) => items.get(id);
  const contents = new Map([...recipes].map(([id, recipe]) => [id, toRecipeToCost(recipe, getItem)]));
  const computePortion = (id: string, recipe: RecipeOnDay): PortionConsumption => {
    const batch = flattenRecipe(id, contents, { getItem, units, allergens });
    if (!batch) return { gap: 'conversion' };
    const share = divideExact(exactOne, parseExactDecimal(getPortions(recipe.content)));
    return new Map([...batch].map(([item, amount]) => [item, multiplyExact(amount, share)]));
  };
  const cached = reader.getCachedPortions(recipes.values(), items.values());
  for (const id of new Set(ids)) {
    const recipe = recipes.get(id);
    const portion = recipe ? (cached.get(id) ?? computePortion(id, recipe)) : ({ gap: 'version' } as const);
    consumption.set(id, portion);
    if (recipe) cached.set(id, portion);
  }
  return consumption;
}

/**
 * Lists the first day of a period and the days of the period on which portion consumption changes.
 */
export async function listRecipeChangeDays(db: Queryable, from: string, to: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recipeVersions')
    .select('validFrom')
    .distinct()
    .where('validFrom', '>', from)
    .where('validFrom', '<=', to)
    .execute();
  const changeDays = await listChangeDays(db, ['yieldPercentMicro', 'conversion', 'outputItem'], {
    from,
    to,
  });
  return [from, ...new Set([...rows.map(({ validFrom }) => validFrom), ...changeDays].toSorted())];
}

/** Loads items with their cost on the requested basis. */
export async function loadCostedItems(
  db: Queryable,
  ids: readonly string[],
  query: PriceQuery,
  reader = new ItemReader(),
): Promise<Map<string, PricedItem>> {
  return loadPricedItems(db, ids, await reader.units(db), query, reader);
}

/** Adds an amount to the item's total. */
export function addAmount(totals: Map<string, Exact>, item: string, amount: Exact): void {
  totals.set(item, addExact(totals.get(item) ?? exactZero, amount));
}

/** Converts millionths to an exact number. */
export const exactFromMicro = (qtyMicro: number): Exact =>
  qtyMicro % 1_000_000 === 0
    ? { num: BigInt(qtyMicro / 1_000_000), den: 1n }
    : exact(BigInt(qtyMicro), 1_000_000n);
