import type { Nutrition } from '#modules/items/nutrition.ts';
import { toNearestMicro } from '#core/exact.ts';
import { isOneOf } from '#platform/server/db/json-sql.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { computeRecipeNutrition, type NutritionItem, type WeighedIngredient } from '../nutrition.ts';
import type { RecipeToCost } from '../roll-up.ts';
import type { LabelledIngredient, RecipeNutritionData } from '../shapes.ts';
import { costRecipes } from './cost.ts';
import { loadWithSubRecipes, type RecipeOnDay } from './versions.ts';

/** Kinds of items that aren't part of the food. */
const nonFoodKinds: ReadonlySet<string> = new Set(['packaging', 'consumable']);

/** Loads a recipe's nutrition values and ingredients; null without a version on the day (YYYY-MM-DD). */
export async function loadRecipeNutrition(
  db: Queryable,
  id: string,
  day: string,
): Promise<RecipeNutritionData | null> {
  const recipes = await loadWithSubRecipes(db, [id], day);
  if (!recipes.has(id)) return null;
  const sources = await loadNutritionSources(db, recipes, day);
  return presentNutrition(db, id, sources.contents, { ...sources, day });
}

type NutritionData = Awaited<ReturnType<typeof loadNutritionSources>>;

/** Loads recipes' contents and the nutrition data of their items and of `extraItems`. */
export async function loadNutritionSources(
  db: Queryable,
  recipes: ReadonlyMap<string, RecipeOnDay>,
  day: string,
  extraItems: readonly string[] = [],
) {
  // The standard basis reads only items; costs aren't used here.
  const query = { basis: 'standard', place: null, day } as const;
  const { items, contents, sources } = await costRecipes(db, recipes, query, extraItems);
  const rows = await db
    .selectFrom('items')
    .select(['_id', 'name', 'nameAlt', 'kind', 'nutrition', 'ingredientText', 'ingredientTextAlt'])
    .where(isOneOf(db, '_id', [...items.keys()]))
    .execute();
  const labels = new Map(rows.map((row) => [row._id, row]));
  const nutritionItems = new Map(
    [...items].map(([id, item]): [string, NutritionItem] => {
      const { nutrition = null, kind = '' } = labels.get(id) ?? {};
      return [
        id,
        {
          ...item,
          nutrition: nutrition === null ? null : (JSON.parse(nutrition) as Nutrition),
          isFood: !nonFoodKinds.has(kind),
        },
      ];
    }),
  );
  const { units, allergens } = sources;
  return { contents, labels, sources: { getItem: (id: string) => nutritionItems.get(id), units, allergens } };
}

/** Computes nutrition values of contents, with the names and ingredient lists for a label. */
export async function presentNutrition(
  db: Queryable,
  id: string,
  contents: ReadonlyMap<string, RecipeToCost>,
  { labels, sources, day }: Pick<NutritionData, 'labels' | 'sources'> & { day: string },
): Promise<RecipeNutritionData> {
  const { gaps, ingredients, ...values } = computeRecipeNutrition(id, contents, sources);
  const recipeIds = [...gaps, ...ingredients].flatMap(({ recipeId }) => recipeId ?? []);
  const recipes = new Map(
    recipeIds.length === 0
      ? []
      : (
          await db
            .selectFrom('recipes')
            .select(['_id', 'name', 'nameAlt'])
            .where(isOneOf(db, '_id', [...new Set(recipeIds)]))
            .execute()
        ).map((row) => [row._id, row]),
  );
  const findRow = ({ itemId, recipeId }: Pick<WeighedIngredient, 'itemId' | 'recipeId'>) =>
    itemId === null ? recipes.get(recipeId ?? '') : labels.get(itemId);
  const toLabelled = ({ grams, ...ingredient }: WeighedIngredient): LabelledIngredient => {
    const item = labels.get(ingredient.itemId ?? '');
    const states = sources.getItem(ingredient.itemId ?? '')?.allergens ?? {};
    const { name = '', nameAlt = null } = findRow(ingredient) ?? {};
    return {
      ...ingredient,
      title: name,
      titleAlt: nameAlt,
      text: item?.ingredientText ?? null,
      textAlt: item?.ingredientTextAlt ?? null,
      contains: Object.keys(states).filter((allergen) => states[allergen] === 'contains'),
      grams: grams && toNearestMicro(grams),
    };
  };
  return {
    recipeId: id,
    on: day,
    ...values,
    hasPortions: (contents.get(id)?.portions ?? null) !== null,
    gaps: gaps.map((gap) => {
      const { name = '', nameAlt = null } = findRow(gap) ?? {};
      return { ...gap, name, nameAlt };
    }),
    ingredients: ingredients.map(({ parts, ...ingredient }) => ({
      ...toLabelled(ingredient),
      parts: parts.map(toLabelled),
    })),
  };
}
