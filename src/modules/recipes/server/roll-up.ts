import type { CostedRecipe, CostSources } from '../recipe-cost.ts';
import { type RecipeToCost, rollUpCostsStepwise } from '../roll-up.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';

/** Costs recipes, sub-recipes first, yielding to the event loop: there may be thousands. */
export async function rollUpWithYields(
  recipes: ReadonlyMap<string, RecipeToCost>,
  sources: CostSources,
): Promise<Map<string, CostedRecipe>> {
  const costed = new Map<string, CostedRecipe>();
  for await (const entry of withEventLoopYields(rollUpCostsStepwise(recipes, sources))) costed.set(...entry);
  return costed;
}
