import {
  exact,
  type Exact,
  parseExactDecimal,
  divideExact,
  addExact,
  roundExact,
  multiplyExact,
} from '#core/exact.ts';
import {
  computeFoodCost,
  computeCostPerPortion,
  type CostedRecipe,
  type CostSources,
} from './recipe-cost.ts';
import type { RecipeContent } from './recipe.ts';
import { sortBottomUp, type RecipeToCost, rollUpCosts } from './roll-up.ts';

/** Changed inputs: items by price or yield, recipes by ingredients or output. */
export interface ChangedInputs {
  items: ReadonlySet<string>;
  recipes: ReadonlySet<string>;
}

/** Returns the recipes affected by a change, directly or through sub-recipes; no other costs change. */
export function findAffectedRecipes(
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'components'>>,
  changed: ChangedInputs,
): Set<string> {
  const affected = new Set<string>();
  for (const id of sortBottomUp(recipes)) {
    const { components = [] } = recipes.get(id) ?? {};
    const isAffected =
      changed.recipes.has(id) ||
      components.some(({ itemId, recipeId }) =>
        itemId === null ? affected.has(recipeId ?? '') : changed.items.has(itemId),
      );
    if (isAffected) affected.add(id);
  }
  return affected;
}

/** Recomputes the affected recipes with changed inputs; others keep their cost. */
export function recostAffectedRecipes(
  recipes: ReadonlyMap<string, RecipeToCost>,
  changed: ChangedInputs,
  sources: CostSources,
): Map<string, CostedRecipe> {
  const affectedIds = findAffectedRecipes(recipes, changed);
  const affected = new Map([...recipes].filter(([id]) => affectedIds.has(id)));
  return rollUpCosts(affected, sources);
}

/** Cost, margin and food cost percentage of a recipe. */
export interface RecipeFigures {
  /** Per batch and per portion, in ten-thousandths; null if unknown. */
  cost: Exact | null;
  plate: Exact | null;
  /** Margin in ten-thousandths. */
  marginE4: number | null;
  foodCostPercent: number | null;
}

/**
 * Computes cost, margin and food cost percentage of a recipe.
 *
 * @param price without tax, in ten-thousandths
 */
export function computeRecipeFigures(
  recipe: Pick<CostedRecipe, 'cost' | 'portions'>,
  price: Exact | null,
): RecipeFigures {
  const { cost } = recipe;
  const plate = computeCostPerPortion(cost, recipe);
  const { marginE4, percent } = computeFoodCost(plate, price);
  return { cost, plate, marginE4, foodCostPercent: percent };
}

const hundred = exact(100n, 1n);
const negate = (amount: Exact): Exact => ({ num: -amount.num, den: amount.den });

/** Computes the change in percent to two decimals; null if either amount is unknown or the first is 0. */
export function computeChangePercent(before: Exact | null, after: Exact | null): number | null {
  if (!before || !after || before.num <= 0n) return null;
  const share = divideExact(multiplyExact(addExact(after, negate(before)), exact(10_000n, 1n)), before);
  return Number(roundExact(share)) / 100;
}

/**
 * Returns whether an amount changed by more than a percentage. A change from zero always exceeds it, and so
 * does a change from or to an unknown amount, because it needs a review.
 */
export function exceedsPercent(before: Exact | null, after: Exact | null, percent: number): boolean {
  if (before === null || after === null) return before !== after;
  const difference = addExact(after, negate(before));
  const magnitude = difference.num < 0n ? negate(difference) : difference;
  const limit = multiplyExact(before, divideExact(parseExactDecimal(percent), hundred));
  return magnitude.num * limit.den > limit.num * magnitude.den;
}

/** Returns whether two costs are identical. */
export const isSameCost = (a: Exact | null, b: Exact | null): boolean =>
  a === null || b === null ? a === b : a.num * b.den === b.num * a.den;
