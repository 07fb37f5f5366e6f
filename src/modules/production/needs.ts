import {
  computeBatchesPerUnit,
  costRecipeContent,
  type CostedRecipe,
  type CostSources,
} from '#modules/recipes/recipe-cost.ts';
import { type Exact, exactOne, divideExact, addExact, multiplyExact, exactZero } from '#core/exact.ts';
import { sortBottomUp, type RecipeToCost } from '#modules/recipes/roll-up.ts';

/** A recipe for production: its stocked output and unit. */
export interface RecipeToMake extends RecipeToCost {
  /** The output item; null if the output isn't stocked but used directly in another recipe. */
  outputItem: string | null;
  /** Base unit of that item. */
  outputUnit: string | null;
}

type Sources = Omit<CostSources, 'getRecipe'>;

const toUncostedRecipe = ({ yieldQty, yieldUnit, portions, output }: RecipeToMake): CostedRecipe => ({
  yieldQty,
  yieldUnit,
  portions,
  output,
  cost: null,
  missing: [],
  allergens: {},
});

/** Returns the output of one batch in base units; null without a conversion or output. */
export function computeBatchYield(recipe: RecipeToMake, units: Sources['units']): Exact | null {
  const batches = recipe.outputUnit === null ? null : computeBatchesPerUnit(recipe.outputUnit, recipe, units);
  return batches && batches.num > 0n ? divideExact(exactOne, batches) : null;
}

/**
 * Returns the stock needed for one batch, in base units by item: stocked components as items, others expanded
 * into their ingredients. Includes trimming and cooking losses. Null if a conversion is missing.
 */
export function computeStockedNeeds(
  id: string,
  recipes: ReadonlyMap<string, RecipeToMake>,
  sources: Sources,
): Map<string, Exact> | null {
  const amounts = new Map<string, Exact>();
  const batches = new Map<string, Exact>([[id, exactOne]]);
  const getRecipe = (sub: string) => {
    const recipe = recipes.get(sub);
    return recipe && toUncostedRecipe(recipe);
  };
  for (const recipe of sortBottomUp(recipes).toReversed()) {
    const [share, content] = [batches.get(recipe), recipes.get(recipe)];
    if (!share || !content) continue;
    const { lines } = costRecipeContent(content, { ...sources, getRecipe });
    for (const [index, { itemId, recipeId }] of content.components.entries()) {
      const gross = lines[index]?.gross;
      if (!gross) return null;
      const sub = recipeId === null ? undefined : recipes.get(recipeId);
      const stockedItem = itemId ?? sub?.outputItem ?? null;
      if (stockedItem === null) {
        if (recipeId === null || !sub) return null;
        batches.set(recipeId, addExact(batches.get(recipeId) ?? exactZero, multiplyExact(gross, share)));
        continue;
      }
      const batchOutput = itemId === null ? sub && computeBatchYield(sub, sources.units) : exactOne;
      if (!batchOutput) return null;
      amounts.set(
        stockedItem,
        addExact(
          amounts.get(stockedItem) ?? exactZero,
          multiplyExact(multiplyExact(gross, batchOutput), share),
        ),
      );
    }
  }
  return amounts;
}
