import { type Component, type RecipeContent, findVersionOn } from '../recipe.ts';
import type { RecipeToCost } from '../roll-up.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { RecipeVersionRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadRowRestorer } from './former-values.ts';

/** Content of a version. */
export interface VersionContent extends RecipeContent {
  components: Component[];
  steps: string[];
}

/** A recipe with its version on a day. */
export interface RecipeOnDay {
  recipeId: string;
  versionId: string;
  no: number;
  validFrom: string;
  content: VersionContent;
  outputItem: string | null;
}

const chunkSize = 500;

export const parseVersionContent = ({ content }: Pick<RecipeVersionRow, 'content'>): VersionContent =>
  JSON.parse(content) as VersionContent;

/**
 * Loads the recipe versions valid on a day (YYYY-MM-DD), by recipe id; recipes without a version by then are
 * left out.
 */
export async function loadRecipesOn(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<Map<string, RecipeOnDay>> {
  const found = new Map<string, RecipeOnDay>();
  for (const chunk of chunks([...new Set(ids)], chunkSize)) {
    const rows = await db
      .selectFrom('recipeVersions as v')
      .innerJoin('recipes', 'recipes._id', 'v.recipeId')
      .select(['v._id', 'v.recipeId', 'v.no', 'v.validFrom', 'v.content', 'recipes.outputItem'])
      .where('v.recipeId', 'in', chunk)
      .where('v.validFrom', '<=', day)
      .execute();
    const restore = await loadRowRestorer(db, chunk, ['outputItem'], day);
    for await (const [recipeId, versions] of withEventLoopYields(Map.groupBy(rows, (row) => row.recipeId))) {
      const version = findVersionOn(versions, day);
      if (!version) continue;
      const { _id: versionId, no, validFrom } = version;
      const { outputItem } = restore({ _id: recipeId, outputItem: version.outputItem });
      found.set(recipeId, {
        recipeId,
        versionId,
        no,
        validFrom,
        content: parseVersionContent(version),
        outputItem,
      });
    }
  }
  return found;
}

/** Loads recipes with all their sub-recipes. */
export async function loadWithSubRecipes(
  db: Queryable,
  ids: readonly string[],
  day: string,
): Promise<Map<string, RecipeOnDay>> {
  const recipes = new Map<string, RecipeOnDay>();
  const requestedIds = new Set(ids);
  for (let queue = [...requestedIds]; queue.length > 0; ) {
    const found = await loadRecipesOn(db, queue, day);
    queue = [];
    for (const [id, recipe] of found) {
      recipes.set(id, recipe);
      for (const { recipeId } of recipe.content.components)
        if (recipeId !== null && !requestedIds.has(recipeId)) {
          requestedIds.add(recipeId);
          queue.push(recipeId);
        }
    }
  }
  return recipes;
}

/** Returns the items of recipes: ingredients, alternatives and outputs. */
export const listItemsOfRecipes = (recipes: Iterable<RecipeOnDay>): string[] => [
  ...new Set(
    [...recipes].flatMap(({ content, outputItem }) => [
      ...(outputItem === null ? [] : [outputItem]),
      ...content.components.flatMap(({ itemId, alternatives }) => [
        ...(itemId === null ? [] : [itemId]),
        ...alternatives,
      ]),
    ]),
  ),
];

/** Converts a recipe to the input for costing; `getUnits` returns base unit and conversions of an item. */
export const toRecipeToCost = (
  { content, outputItem }: RecipeOnDay,
  getUnits: (item: string) => RecipeToCost['output'] | undefined,
): RecipeToCost => ({
  ...content,
  output: outputItem === null ? null : (getUnits(outputItem) ?? null),
});
