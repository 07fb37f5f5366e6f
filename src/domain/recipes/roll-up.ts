import { costRecipeContent, type CostedRecipe, type CostSources } from './costing.ts';
import { type Exact, one, plus, times } from './exact.ts';
import { type RecipeContent, subRecipes } from './recipe.ts';

/** A recipe as it is made on the day that it is costed. */
export interface RecipeToCost extends RecipeContent {
  output: CostedRecipe['output'];
}

/**
 * Recipes in an order in which each stands after those that it takes: all of them, or some with what is below these. What is not among
 * them is left out.
 */
export function sortBottomUp(
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'components'>>,
  some: Iterable<string> = recipes.keys(),
): string[] {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  // By hand and not by calls: nothing says how deep recipes go.
  for (const start of some) {
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
        stack.push(...subRecipes(content.components).filter((sub) => !state.has(sub)));
      }
    }
  }
  return order;
}

/**
 * Costs recipes, each after those that it takes. What they take besides comes from `sources`: so the recipes above a change
 * are costed by the kept costs of all others, and come out as if everything had been.
 */
export function rollUpCosts(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Map<string, CostedRecipe> {
  const costed = new Map<string, CostedRecipe>();
  for (const each of rollUpCostsStepwise(recipes, sources)) costed.set(...each);
  return costed;
}

/** The same one after the other, for who lets others have their turn between two of them. */
export function* rollUpCostsStepwise(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Generator<[id: string, costed: CostedRecipe]> {
  const costed = new Map<string, CostedRecipe>();
  const recipeOf = (id: string) => costed.get(id) ?? (recipes.has(id) ? undefined : sources.recipeOf(id));
  for (const id of sortBottomUp(recipes)) {
    const recipe = recipes.get(id) as RecipeToCost;
    const { cost, missing, allergens } = costRecipeContent(recipe, { ...sources, recipeOf });
    const { yieldQty, yieldUnit, portions, output } = recipe;
    const made = { yieldQty, yieldUnit, portions, output, cost, missing, allergens };
    costed.set(id, made);
    yield [id, made];
  }
}

/**
 * What one batch takes of items altogether, through all levels, in their base units; null where a conversion is missing.
 * Their costs add up to the cost of the batch, whichever levels are opened.
 */
export function flattenRecipe(
  id: string,
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: Omit<CostSources, 'recipeOf'>,
): Map<string, Exact> | null {
  const recipeOf = (sub: string): CostedRecipe | undefined => {
    const recipe = recipes.get(sub);
    if (!recipe) return undefined;
    const { yieldQty, yieldUnit, portions, output } = recipe;
    return { yieldQty, yieldUnit, portions, output, cost: null, missing: [], allergens: {} };
  };
  const amounts = new Map<string, Exact>();
  // How many batches of each recipe go in: known in full when all above it have been seen.
  const batches = new Map<string, Exact>([[id, one]]);
  for (const each of sortBottomUp(recipes, [id]).toReversed()) {
    const share = batches.get(each);
    const content = recipes.get(each);
    if (!share || !content) continue;
    const { lines } = costRecipeContent(content, { ...sources, recipeOf });
    for (const [at, { itemId, recipeId }] of content.components.entries()) {
      const gross = lines[at]?.gross;
      if (!gross || (recipeId !== null && !recipes.has(recipeId))) return null;
      const [into, key] = itemId === null ? [batches, recipeId as string] : [amounts, itemId];
      const amount = times(gross, share);
      into.set(key, plus(into.get(key) ?? { num: 0n, den: 1n }, amount));
    }
  }
  return amounts;
}
