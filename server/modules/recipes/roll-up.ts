import type { CostedRecipe, CostSources } from '#domain/recipes/costing.ts';
import { type RecipeToCost, rollUpCostsStepwise } from '#domain/recipes/roll-up.ts';
import { withEventLoopYields } from '../../db/many-rows.ts';

/** Costs recipes, sub-recipes first, yielding to the event loop: there may be thousands. */
export async function rollUpWithYields(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Promise<Map<string, CostedRecipe>> {
  const costed = new Map<string, CostedRecipe>();
  for await (const each of withEventLoopYields(rollUpCostsStepwise(recipes, sources))) costed.set(...each);
  return costed;
}
