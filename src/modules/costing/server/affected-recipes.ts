import type { RecipeEffect } from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import { fromMicro } from '#core/quantity.ts';
import { amountE4, type CostedRecipe, type CostSources } from '#modules/recipes/recipe-cost.ts';
import {
  computeChangePercent,
  type ChangedInputs,
  computeRecipeFigures,
  exceedsPercent,
  isSameCost,
  findAffectedRecipes,
  type RecipeFigures,
} from '#modules/recipes/effects.ts';
import type { Exact } from '#core/exact.ts';
import type { RecipeToCost } from '#modules/recipes/roll-up.ts';
import { foldText } from '#core/text.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { costRecipes } from '#modules/recipes/server/cost.ts';
import { rollUpWithYields } from '#modules/recipes/server/roll-up.ts';
import type { PriceQuery, PricedItem } from '#modules/recipes/server/item-costs.ts';
import { loadNetPrices } from '#modules/recipes/server/recost.ts';
import { loadWithSubRecipes } from '#modules/recipes/server/versions.ts';

const chunkSize = 500;

interface RecipeHeader {
  name: string;
  nameAlt: string | null;
  kind: RecipeEffect['kind'];
  isActive: boolean;
  targetFoodCostPercent: number | null;
}

/** Recipes that are affected by a change to items or recipes on a given day, with their current costs. */
export interface AffectedRecipes {
  contents: ReadonlyMap<string, RecipeToCost>;
  items: ReadonlyMap<string, PricedItem>;
  costed: ReadonlyMap<string, CostedRecipe>;
  sources: CostSources;
  headers: ReadonlyMap<string, RecipeHeader>;
  prices: ReadonlyMap<string, Exact>;
}

/** Loads the affected recipes with all their sub-recipes, and costs them at the requested prices. */
export async function loadAffectedRecipes(
  db: Queryable,
  changedInputs: { items: readonly string[]; recipes: readonly string[] },
  query: PriceQuery,
): Promise<AffectedRecipes> {
  const affectedIds = await listRecipesUsing(db, changedInputs);
  const recipes = await loadWithSubRecipes(db, [...affectedIds], query.day);
  const { contents, items, costed, sources } = await costRecipes(db, recipes, query, changedInputs.items);
  const ids = [...contents.keys()];
  return {
    contents,
    items,
    costed,
    sources,
    headers: await loadRecipeHeaders(db, ids),
    prices: await loadNetPrices(db, ids, query.day),
  };
}

/**
 * Lists recipes that use any of these items or recipes in any version, directly or through other recipes. The
 * version in effect is selected when they are loaded.
 */
async function listRecipesUsing(
  db: Queryable,
  { items, recipes }: { items: readonly string[]; recipes: readonly string[] },
): Promise<Set<string>> {
  const recipeIds = new Set(recipes);
  const addRecipesUsing = async (column: 'itemId' | 'subRecipeId', ids: readonly string[]) => {
    const next: string[] = [];
    for (const chunk of chunks(ids, chunkSize)) {
      const rows = await db
        .selectFrom('recipeUses')
        .select('recipeId')
        .distinct()
        .where(column, 'in', chunk)
        .execute();
      for (const { recipeId } of rows)
        if (!recipeIds.has(recipeId)) {
          recipeIds.add(recipeId);
          next.push(recipeId);
        }
    }
    return next;
  };
  let queue = [...recipes, ...(await addRecipesUsing('itemId', items))];
  while (queue.length > 0) queue = await addRecipesUsing('subRecipeId', queue);
  return recipeIds;
}

async function loadRecipeHeaders(db: Queryable, ids: readonly string[]): Promise<Map<string, RecipeHeader>> {
  const headers = new Map<string, RecipeHeader>();
  for (const chunk of chunks(ids, chunkSize)) {
    const rows = await db
      .selectFrom('recipes')
      .select(['_id', 'name', 'nameAlt', 'kind', 'isActive', 'targetFoodCostPercentMicro'])
      .where('_id', 'in', chunk)
      .execute();
    for (const { _id, name, nameAlt, kind, isActive, targetFoodCostPercentMicro: targetMicro } of rows)
      headers.set(_id, {
        name,
        nameAlt,
        kind: kind as RecipeEffect['kind'],
        isActive: isActive === 1,
        targetFoodCostPercent: targetMicro === null ? null : fromMicro(targetMicro),
      });
  }
  return headers;
}

/** Items and recipes whose changed version replaces the current one when costing. */
export interface CostChanges {
  items: ReadonlyMap<string, PricedItem>;
  recipes: ReadonlyMap<string, RecipeToCost>;
}

/**
 * Finds the active recipes whose cost changes; alerts come first, then the largest changes.
 *
 * @param direction `proposed`: `changes` is the state after; `past`: `changes` is the state before
 */
export async function computeRecipeEffects(
  affected: AffectedRecipes,
  changes: CostChanges,
  { tolerancePercent, direction }: { tolerancePercent: number; direction: 'proposed' | 'past' },
): Promise<RecipeEffect[]> {
  const { contents, costed, sources } = affected;
  const changedInputs: ChangedInputs = {
    items: new Set(changes.items.keys()),
    recipes: new Set(changes.recipes.keys()),
  };
  const affectedIds = findAffectedRecipes(contents, changedInputs);
  const recomputed = new Map(
    [...contents].flatMap(([id, content]) =>
      affectedIds.has(id) ? [[id, changes.recipes.get(id) ?? content] as const] : [],
    ),
  );
  const changedCosts = await rollUpWithYields(recomputed, {
    ...sources,
    getItem: (id) => changes.items.get(id) ?? sources.getItem(id),
    getRecipe: (id) => costed.get(id),
  });
  const effects: RecipeEffect[] = [];
  for await (const [id, recipe] of withEventLoopYields(changedCosts)) {
    const currentRecipe = costed.get(id);
    const header = affected.headers.get(id);
    if (!currentRecipe || !header?.isActive) continue;
    const price = affected.prices.get(id) ?? null;
    const [currentFigures, changedFigures] = [
      computeRecipeFigures(currentRecipe, price),
      computeRecipeFigures(recipe, price),
    ];
    const [before, after] =
      direction === 'proposed' ? [currentFigures, changedFigures] : [changedFigures, currentFigures];
    if (isSameCost(before.plate, after.plate)) continue;
    effects.push(buildEffect(id, header, before, after, tolerancePercent));
  }
  return sortEffects(effects);
}

function buildEffect(
  recipeId: string,
  { name, nameAlt, kind, targetFoodCostPercent: target }: RecipeHeader,
  before: RecipeFigures,
  after: RecipeFigures,
  tolerancePercent: number,
): RecipeEffect {
  return {
    recipeId,
    name,
    nameAlt,
    kind,
    before: presentFigures(before),
    after: presentFigures(after),
    changePercent: computeChangePercent(before.plate, after.plate),
    targetFoodCostPercent: target,
    isAboveGoal: target !== null && after.foodCostPercent !== null && after.foodCostPercent > target,
    exceedsTolerance: exceedsPercent(before.plate, after.plate, tolerancePercent),
  };
}

const toMoney = (amount: Exact | null): number | null => {
  const e4 = amountE4(amount);
  return e4 === null ? null : fromE4(e4);
};

const presentFigures = ({ cost, plate, marginE4, foodCostPercent }: RecipeFigures) => ({
  cost: toMoney(cost),
  plateCost: toMoney(plate),
  margin: marginE4 === null ? null : fromE4(marginE4),
  foodCostPercent,
});

/** Sorts alerts first, then unknown costs, then the largest change; ties by name. */
function sortEffects(effects: readonly RecipeEffect[]): RecipeEffect[] {
  const effectsWithKeys = effects.map((effect) => ({
    effect,
    isAlert: effect.exceedsTolerance || effect.isAboveGoal,
    size: effect.changePercent === null ? Number.POSITIVE_INFINITY : Math.abs(effect.changePercent),
    name: `${foldText(effect.name)} ${effect.recipeId}`,
  }));
  return effectsWithKeys
    .toSorted((a, b) => {
      if (a.isAlert !== b.isAlert) return a.isAlert ? -1 : 1;
      return a.size === b.size ? (a.name < b.name ? -1 : 1) : b.size - a.size;
    })
    .map(({ effect }) => effect);
}
