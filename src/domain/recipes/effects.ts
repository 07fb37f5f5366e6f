import { exact, type Exact, exactDecimal, over, plus, roundExact, times } from './exact.ts';
import { computeFoodCost, costPerPortion, type CostedRecipe, type CostSources } from './costing.ts';
import type { RecipeContent } from './recipe.ts';
import { sortBottomUp, type RecipeToCost, rollUpCosts } from './roll-up.ts';

/** What is changed: items by their price or yield, recipes by what they take or give. */
export interface ChangedInputs {
  items: ReadonlySet<string>;
  recipes: ReadonlySet<string>;
}

/** The recipes that a change reaches, straight or through others: those, and no others, cost something else by it. */
export function findAffectedRecipes(
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'components'>>,
  changed: ChangedInputs,
): Set<string> {
  const reached = new Set<string>();
  for (const id of sortBottomUp(recipes)) {
    const { components = [] } = recipes.get(id) ?? {};
    const isReached =
      changed.recipes.has(id) ||
      components.some(({ itemId, recipeId }) =>
        itemId === null ? reached.has(recipeId ?? '') : changed.items.has(itemId),
      );
    if (isReached) reached.add(id);
  }
  return reached;
}

/** What recipes cost when something is another: those that it reaches anew, all others as they cost already. */
export function recostRecipes(
  recipes: ReadonlyMap<string, RecipeToCost>,
  changed: ChangedInputs,
  sources: CostSources,
): Map<string, CostedRecipe> {
  const reached = findAffectedRecipes(recipes, changed);
  const anew = new Map([...recipes].filter(([id]) => reached.has(id)));
  return rollUpCosts(anew, sources);
}

/** What a recipe costs, and what that makes of its price. */
export interface RecipeFigures {
  /** Of a batch and of a portion, in ten-thousandths; null where it is not known. */
  cost: Exact | null;
  plate: Exact | null;
  /** What is left of the price, in ten-thousandths. */
  marginE4: number | null;
  foodCostPercent: number | null;
}

/** @param price without tax, in ten-thousandths */
export function computeRecipeFigures(
  recipe: Pick<CostedRecipe, 'cost' | 'portions'>,
  price: Exact | null,
): RecipeFigures {
  const { cost } = recipe;
  const plate = costPerPortion(cost, recipe);
  const { marginE4, percent } = computeFoodCost(plate, price);
  return { cost, plate, marginE4, foodCostPercent: percent };
}

const hundred = exact(100n, 1n);
const minus = (amount: Exact): Exact => ({ num: -amount.num, den: amount.den });

/** From one amount to another in percent, to two decimals; null where one is not known or there is nothing to compare with. */
export function changedByPercent(before: Exact | null, after: Exact | null): number | null {
  if (!before || !after || before.num <= 0n) return null;
  const share = over(times(plus(after, minus(before)), exact(10_000n, 1n)), before);
  return Number(roundExact(share)) / 100;
}

/**
 * Whether an amount changed by more than so many percent of what it was, either way; what is exactly that much is within. From
 * nothing to something is beyond; what is not known on one side is, too: somebody has to look.
 */
export function exceedsPercent(before: Exact | null, after: Exact | null, percent: number): boolean {
  if (before === null || after === null) return before !== after;
  const difference = plus(after, minus(before));
  const size = difference.num < 0n ? minus(difference) : difference;
  const most = times(before, over(exactDecimal(percent), hundred));
  return size.num * most.den > most.num * size.den;
}

/** Whether two costs are the very same. */
export const isSameCost = (a: Exact | null, b: Exact | null): boolean =>
  a === null || b === null ? a === b : a.num * b.den === b.num * a.den;
