import { costRecipeContent, type CostedRecipe, type CostSources } from './recipe-cost.ts';
import { type Exact, exactOne, addExact, multiplyExact } from '#core/exact.ts';
import { type RecipeContent, listSubRecipes } from './recipe.ts';

/** A recipe version on the costing day. */
export interface RecipeToCost extends RecipeContent {
  output: CostedRecipe['output'];
}

/**
 * Sorts recipes so that each comes after its sub-recipes: all recipes, or some with all their sub-recipes.
 * Unknown recipes are left out.
 */
export function sortBottomUp(
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'components'>>,
  ids: Iterable<string> = recipes.keys(),
): string[] {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  // Iterative, because the depth of recipes is unlimited.
  for (const start of ids) {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.at(-1) as string;
      const content = recipes.get(id);
      if (!content || state.get(id) === 'done') {
        stack.pop();
      } else if (state.get(id) === 'open') {
        state.set(id, 'done');
        order.push(id);
        stack.pop();
      } else {
        state.set(id, 'open');
        stack.push(...listSubRecipes(content.components).filter((sub) => !state.has(sub)));
      }
    }
  }
  return order;
}

/**
 * Costs recipes in order, each after its sub-recipes. Costs of other recipes come from `sources`, so recipes
 * affected by a change can be recomputed from cached costs with the same result.
 */
export function rollUpCosts(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Map<string, CostedRecipe> {
  const costed = new Map<string, CostedRecipe>();
  for (const entry of rollUpCostsStepwise(recipes, sources)) costed.set(...entry);
  return costed;
}

/** Generator version of `rollUpCosts`, so that callers can yield between recipes. */
export function* rollUpCostsStepwise(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Generator<[id: string, costed: CostedRecipe]> {
  const costed = new Map<string, CostedRecipe>();
  const getRecipe = (id: string) => costed.get(id) ?? (recipes.has(id) ? undefined : sources.getRecipe(id));
  for (const id of sortBottomUp(recipes)) {
    const recipe = recipes.get(id) as RecipeToCost;
    const { cost, missing, allergens } = costRecipeContent(recipe, { ...sources, getRecipe });
    const { yieldQty, yieldUnit, portions, output } = recipe;
    const recipeCost = { yieldQty, yieldUnit, portions, output, cost, missing, allergens };
    costed.set(id, recipeCost);
    yield [id, recipeCost];
  }
}

/**
 * Returns the items of one batch through all levels, in their base units; null if a conversion is missing.
 * Their costs add up to the batch cost.
 */
export function flattenRecipe(
  id: string,
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: Omit<CostSources, 'getRecipe'>,
): Map<string, Exact> | null {
  const getRecipe = (sub: string): CostedRecipe | undefined => {
    const recipe = recipes.get(sub);
    if (!recipe) return undefined;
    const { yieldQty, yieldUnit, portions, output } = recipe;
    return { yieldQty, yieldUnit, portions, output, cost: null, missing: [], allergens: {} };
  };
  const amounts = new Map<string, Exact>();
  // Batches of each recipe; final once all recipes that use it have been processed.
  const batches = new Map<string, Exact>([[id, exactOne]]);
  for (const recipe of sortBottomUp(recipes, [id]).toReversed()) {
    const share = batches.get(recipe);
    const content = recipes.get(recipe);
    if (!share || !content) continue;
    const { lines } = costRecipeContent(content, { ...sources, getRecipe });
    for (const [index, { itemId, recipeId }] of content.components.entries()) {
      const gross = lines[index]?.gross;
      if (!gross || (recipeId !== null && !recipes.has(recipeId))) return null;
      const [target, key] = itemId === null ? [batches, recipeId as string] : [amounts, itemId];
      const amount = multiplyExact(gross, share);
      target.set(key, addExact(target.get(key) ?? { num: 0n, den: 1n }, amount));
    }
  }
  return amounts;
}
