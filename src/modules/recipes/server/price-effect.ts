import type { PriceEffect } from '#modules/goods-receipts/shapes.ts';
import { fromE4 } from '#core/money.ts';
import { computePriceDifferencePercent } from '#modules/goods-receipts/receipt-lines.ts';
import { amountE4, computeCostPerPortion } from '../recipe-cost.ts';
import { type Exact, exact, parseExactDecimal, multiplyExact } from '#core/exact.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { costRecipes, findRecipesUsing } from './cost.ts';
import { loadWithSubRecipes } from './versions.ts';

/** Maximum number of recipes listed. */
const maxEffects = 50;

/**
 * Computes the cost of recipes using an item at a different cost per base unit, compared with today's list
 * prices; largest change first.
 */
export async function computePriceEffect(
  db: Queryable,
  itemId: string,
  unitCost: number,
  day: string,
): Promise<PriceEffect[]> {
  const uses = await findRecipesUsing(db, itemId, day);
  if (uses.length === 0) return [];
  const recipes = await loadWithSubRecipes(
    db,
    uses.map(({ recipeId }) => recipeId),
    day,
  );
  const query = { basis: 'list', place: null, day } as const;
  const cost = multiplyExact(parseExactDecimal(unitCost), exact(10_000n, 1n));
  const [currentCosts, changedCosts] = [
    await costRecipes(db, recipes, query),
    await costRecipes(db, recipes, query, [], new Map([[itemId, cost]])),
  ];
  const effects = uses.map(({ recipeId, name, nameAlt }): PriceEffect & { size: number } => {
    const portions = recipes.get(recipeId)?.content.portions ?? null;
    const plate = (total: Exact | null | undefined) =>
      amountE4(computeCostPerPortion(total ?? null, { portions }));
    const [before, after] = [
      plate(currentCosts.costed.get(recipeId)?.cost),
      plate(changedCosts.costed.get(recipeId)?.cost),
    ];
    const percent = after === null ? null : computePriceDifferencePercent(after, before);
    return {
      recipeId,
      name,
      nameAlt,
      isPortion: portions !== null,
      before: before === null ? null : fromE4(before),
      after: after === null ? null : fromE4(after),
      percent,
      size: Math.abs(percent ?? 0),
    };
  });
  return effects
    .toSorted((a, b) => b.size - a.size)
    .slice(0, maxEffects)
    .map(({ size, ...effect }) => effect);
}
