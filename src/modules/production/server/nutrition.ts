import { divideExact, exact, multiplyExact, toNearestMicro } from '#core/exact.ts';
import { computeBatchesPerUnit } from '#modules/recipes/recipe-cost.ts';
import type { Component } from '#modules/recipes/recipe.ts';
import { loadNutritionSources, presentNutrition } from '#modules/recipes/server/nutrition.ts';
import { loadWithSubRecipes, parseVersionContent } from '#modules/recipes/server/versions.ts';
import type { RecipeNutritionData } from '#modules/recipes/shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { getBatchProgress, type LoadedBatch } from './rows.ts';

/**
 * Loads the nutrition values and ingredients of a batch's output: those of its recipe version, including
 * added ingredients and excluding unused ones.
 */
export async function loadBatchNutrition(
  db: Queryable,
  { header, lines }: LoadedBatch,
): Promise<RecipeNutritionData> {
  const { recipeId, versionId, recipeVersion: no, itemId: outputItem, plannedFor: day } = header;
  const version = await db
    .selectFrom('recipeVersions')
    .select('content')
    .where('_id', '=', versionId)
    .executeTakeFirstOrThrow();
  const content = parseVersionContent(version);
  const recipes = await loadWithSubRecipes(
    db,
    content.components.flatMap((component) => component.recipeId ?? []),
    day,
  );
  recipes.set(recipeId, { recipeId, versionId, no, validFrom: day, content, outputItem });
  const inputs = lines.filter(({ side }) => side === 'in');
  const { processedMicro } = getBatchProgress(header);
  const usedLines = inputs.filter(({ postedQtyMicro }) => postedQtyMicro > 0);
  const addedLines = usedLines.filter(({ neededQtyMicro }) => neededQtyMicro === 0);
  const unusedItems = new Set(
    processedMicro > 0
      ? inputs.filter(({ postedQtyMicro }) => postedQtyMicro === 0).map(({ itemId }) => itemId)
      : [],
  );
  const data = await loadNutritionSources(
    db,
    recipes,
    day,
    addedLines.map(({ itemId }) => itemId),
  );
  const { contents, sources } = data;
  const isUsed = ({ itemId, recipeId: subRecipe }: Component) =>
    !unusedItems.has(itemId ?? recipes.get(subRecipe ?? '')?.outputItem ?? '');
  for (const [id, recipe] of contents)
    contents.set(id, { ...recipe, components: recipe.components.filter(isUsed) });
  const recipe = contents.get(recipeId);
  const baseUnit = sources.getItem(outputItem)?.baseUnit;
  const perUnit = recipe && baseUnit ? computeBatchesPerUnit(baseUnit, recipe, sources.units) : null;
  if (recipe && perUnit && processedMicro > 0) {
    const batches = multiplyExact(perUnit, exact(BigInt(processedMicro), 1_000_000n));
    const addedComponents = addedLines.map(({ itemId, postedQtyMicro }): Component => {
      const qty = divideExact(exact(BigInt(postedQtyMicro), 1_000_000n), batches);
      return {
        itemId,
        recipeId: null,
        qty: toNearestMicro(qty),
        unit: sources.getItem(itemId)?.baseUnit ?? '',
        trimPercent: 0,
        cookingPercent: null,
        alternatives: [],
      };
    });
    contents.set(recipeId, { ...recipe, components: [...recipe.components, ...addedComponents] });
  }
  return presentNutrition(db, recipeId, contents, { ...data, day });
}
