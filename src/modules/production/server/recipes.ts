import { allergens as allergenNames } from '#modules/items/collection.ts';
import type { RecipeToMake } from '../needs.ts';
import { type AllergenSet, combineAllergens } from '#modules/recipes/allergens.ts';
import type { CostSources } from '#modules/recipes/recipe-cost.ts';
import { rollUpCosts } from '#modules/recipes/roll-up.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import { loadPricedItems } from '#modules/recipes/server/item-costs.ts';
import {
  listItemsOfRecipes,
  type RecipeOnDay,
  loadWithSubRecipes,
  toRecipeToCost,
} from '#modules/recipes/server/versions.ts';

/** A day's recipe versions, with their sub-recipes and the items and units for conversions. */
export interface KitchenRecipes {
  versions: ReadonlyMap<string, RecipeOnDay>;
  recipes: ReadonlyMap<string, RecipeToMake>;
  sources: Omit<CostSources, 'getRecipe'>;
}

/**
 * Loads the recipe versions for a day (YYYY-MM-DD) with all sub-recipes; recipes without a version by then
 * are omitted.
 */
export async function loadKitchenRecipes(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<KitchenRecipes> {
  const versions = await loadWithSubRecipes(db, ids, day);
  const units = await loadUnitRows(db);
  // The standard basis reads only items; costs aren't used here.
  const items = await loadPricedItems(db, listItemsOfRecipes(versions.values()), units, {
    basis: 'standard',
    place: null,
    day,
  });
  const getItem = (id: string) => items.get(id);
  const recipes = new Map(
    [...versions].map(([id, recipe]): [string, RecipeToMake] => [
      id,
      {
        ...toRecipeToCost(recipe, getItem),
        outputItem: recipe.outputItem,
        outputUnit: getItem(recipe.outputItem ?? '')?.baseUnit ?? null,
      },
    ]),
  );
  return { versions, recipes, sources: { getItem, units, allergens: allergenNames } };
}

/** Computes a recipe's allergens, including those of sub-recipes. */
export function computeRecipeAllergens(id: string, { recipes, sources }: KitchenRecipes): AllergenSet {
  return rollUpCosts(recipes, { ...sources, getRecipe: () => undefined }).get(id)?.allergens ?? {};
}

/** Encodes allergens for a batch column. */
export const encodeAllergens = (set: AllergenSet): string =>
  JSON.stringify(Object.entries(set).map(([allergen, state]) => ({ allergen, state })));

/** Decodes allergens from a batch column. */
export const decodeAllergens = (list: string): AllergenSet =>
  Object.fromEntries(
    (JSON.parse(list) as { allergen: string; state: AllergenSet[string] }[]).map(({ allergen, state }) => [
      allergen,
      state,
    ]),
  );

/** Adds the allergens of additional ingredients. */
export function addItemAllergens(set: AllergenSet, items: readonly AllergenSet[]): AllergenSet {
  return items.length === 0 ? set : combineAllergens([set, ...items], allergenNames);
}
