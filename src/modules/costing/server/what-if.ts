import { type SimulatedChange, simulatedChanges } from '../input.ts';
import { type WhatIf } from '../shapes.ts';
import type { UnitFactor } from '#core/conversions.ts';
import { exact, parseExactDecimal, multiplyExact } from '#core/exact.ts';
import type { RecipeToCost } from '#modules/recipes/roll-up.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import { computePackCost, type PricedItem } from '#modules/recipes/server/item-costs.ts';
import { toUnitCost } from './price-changes.ts';
import { computeRecipeEffects, type AffectedRecipes, loadAffectedRecipes } from './affected-recipes.ts';

/**
 * Parses the changes of a what-if calculation.
 *
 * @throws ApiProblem 422 for invalid JSON
 */
export function parseSimulatedChanges(text: string): SimulatedChange[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = null;
  }
  const result = simulatedChanges.safeParse(parsed);
  if (!result.success) throw invalid({ changes: refusal('simulation-changes') });
  return result.data;
}

interface WhatIfOptions {
  day: string;
  tolerancePercent: number;
  limit: number;
}

/**
 * Computes recipe costs at list prices with changed item costs, packs, yields or batch sizes. Stores
 * nothing.
 *
 * @throws ApiProblem 422 for an unknown item, pack or recipe, and a pack without a price
 */
export async function computeWhatIf(
  db: Queryable,
  changes: readonly SimulatedChange[],
  request: WhatIfOptions,
): Promise<WhatIf> {
  const { day, tolerancePercent, limit } = request;
  const items = changes.flatMap((change) => ('itemId' in change ? [change.itemId] : []));
  const recipes = changes.flatMap((change) => ('recipeId' in change ? [change.recipeId] : []));
  const affectedRecipes = await loadAffectedRecipes(
    db,
    { items, recipes },
    { basis: 'list', place: null, day },
  );
  const units = await loadUnitRows(db);
  const changedItems = new Map<string, PricedItem>();
  const changedRecipes = new Map<string, RecipeToCost>();
  for (const [index, change] of changes.entries()) {
    if ('recipeId' in change) {
      const content = changedRecipes.get(change.recipeId) ?? affectedRecipes.contents.get(change.recipeId);
      if (!content) throw invalid({ [`changes.${index}.recipeId`]: refusal('no-such-recipe') });
      changedRecipes.set(change.recipeId, { ...content, yieldQty: change.yieldQty });
      continue;
    }
    const item = changedItems.get(change.itemId) ?? affectedRecipes.items.get(change.itemId);
    if (!item) throw invalid({ [`changes.${index}.itemId`]: refusal('no-such-item') });
    changedItems.set(change.itemId, await buildChangedItem(db, item, change, { index, units, day }));
  }
  const effects = await computeRecipeEffects(
    affectedRecipes,
    { items: changedItems, recipes: changedRecipes },
    { tolerancePercent, direction: 'proposed' },
  );
  return {
    on: day,
    tolerancePercent,
    items: [...changedItems.values()].map((item) => presentItem(item, affectedRecipes)),
    total: effects.length,
    recipes: effects.slice(0, limit),
  };
}

async function buildChangedItem(
  db: Queryable,
  item: PricedItem,
  change: Extract<SimulatedChange, { itemId: string }>,
  { index, units, day }: { index: number; units: readonly UnitFactor[]; day: string },
): Promise<PricedItem> {
  const yieldPercent = change.yieldPercent ?? item.yieldPercent;
  const { packagingId, price = null } = change;
  if (packagingId !== undefined) {
    const cost = await computePackCost(db, item, units, { packagingId, price, day });
    if (cost === undefined) throw invalid({ [`changes.${index}.packagingId`]: refusal('simulation-pack') });
    if (cost === null) throw invalid({ [`changes.${index}.price`]: refusal('simulation-pack-price') });
    return { ...item, yieldPercent, cost, source: 'list' };
  }
  if (change.cost === undefined) return { ...item, yieldPercent };
  return { ...item, yieldPercent, cost: multiplyExact(parseExactDecimal(change.cost), exact(10_000n, 1n)) };
}

function presentItem(after: PricedItem, affectedRecipes: AffectedRecipes): WhatIf['items'][number] {
  const before = affectedRecipes.items.get(after._id) ?? after;
  const toFigures = ({ cost, yieldPercent, source }: PricedItem) => ({
    cost: toUnitCost(cost),
    yieldPercent,
    source,
  });
  return { itemId: after._id, unit: after.baseUnit, before: toFigures(before), after: toFigures(after) };
}
