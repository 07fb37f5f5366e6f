import {
  ingredients,
  itemUse,
  recipeContent,
  recipeCost,
  recipeCosts,
  recipeCostStep,
  recipeNutrition,
  recipeVersion,
} from '../../shapes.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import type { CostBasis, CostedItem, CostedRecipe } from '../../recipe-cost.ts';
import { type Exact, exact, parseExactDecimal, parseExact, multiplyExact } from '#core/exact.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, readResponse, readRows } from '#platform/web/queries/read-shape.ts';

const collection = 'recipes_data';
/** Short lifetime, because costs change with every price. */
const lifetime = 'orders';

/** Reads ingredients and output of a recipe from the values of its row. */
export const readRecipeContent = (values: JsonRecord) => readObject(recipeContent, values);

/** Reads the cost of a recipe from the values of its row. */
export const readRecipeCosts = (values: JsonRecord) => readObject(recipeCosts, values);

const parseNullableExact = (text: string | null): Exact | null => (text === null ? null : parseExact(text));

/** Reads the unrounded cost in ten-thousandths; the rounded cost if the server doesn't send it. */
const readUnrounded = (line: { cost: number | null; exact: string | null }): Exact | null =>
  parseNullableExact(line.exact) ??
  (line.cost === null ? null : multiplyExact(parseExactDecimal(line.cost), exact(10_000n, 1n)));

export interface CostedIngredients {
  items: ReadonlyMap<string, CostedItem>;
  recipes: ReadonlyMap<string, CostedRecipe>;
}

/** Queries exact costs of items and recipes, to compute a recipe's cost while it is edited. */
export function ingredientsQuery(items: readonly string[], recipes: readonly string[]) {
  const search = { items: items.toSorted().join(), recipes: recipes.toSorted().join() };
  return readQuery({
    collection,
    key: ['ingredients', search],
    lifetime,
    path: 'recipes/ingredients',
    search,
    read: (reply) =>
      readOne(reply, (row): CostedIngredients => {
        const costed = readObject(ingredients, row);
        return {
          items: new Map(
            costed.items.map(({ _id, missingPriceCause, cost, ...item }) => [
              _id,
              { ...item, cost: parseNullableExact(cost), missingPriceCause: missingPriceCause ?? undefined },
            ]),
          ),
          recipes: new Map(
            costed.recipes.map(({ _id, cost, ...recipe }) => [
              _id,
              { ...recipe, cost: parseNullableExact(cost) },
            ]),
          ),
        };
      }),
  });
}

/** Queries the cost of a recipe on a cost basis, as of a day; `exact` is not rounded, in ten-thousandths. */
export function recipeCostQuery(id: string, params: { basis: CostBasis; on?: string; place?: string }) {
  return readQuery({
    collection,
    key: ['cost', id, params],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/cost`,
    search: params,
    read: (reply) =>
      readOne(reply, (row) => {
        const cost = readObject(recipeCost, row);
        return {
          ...cost,
          exact: readUnrounded(cost),
          lines: cost.lines.map((line) => ({ ...line, exact: readUnrounded(line) })),
        };
      }),
  });
}

/** Queries nutrition values and ingredient list of a recipe, or of a batch based on its actual usage. */
export const recipeNutritionQuery = (id: string, source: 'recipes' | 'production-batches' = 'recipes') =>
  readQuery({
    collection,
    key: ['nutrition', source, id],
    lifetime,
    path: `${source}/${encodeURIComponent(id)}/nutrition`,
    read: (reply) => readResponse(reply, recipeNutrition),
  });

export function recipeVersionsQuery(id: string) {
  return readQuery({
    collection,
    key: ['versions', id],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/versions`,
    read: (reply) => readRows(reply, recipeVersion),
  });
}

/** Queries the cost history of a recipe, latest first. */
export function recipeCostStepsQuery(id: string) {
  return readQuery({
    collection,
    key: ['steps', id],
    lifetime,
    path: `recipes/${encodeURIComponent(id)}/costs`,
    search: { limit: 50 },
    read: (reply) => readRows(reply, recipeCostStep),
  });
}

/** Queries the recipes that use an item, directly or through sub-recipes. */
export function itemRecipesQuery(itemId: string) {
  return readQuery({
    collection,
    key: ['using', itemId],
    lifetime,
    path: `items/${encodeURIComponent(itemId)}/recipes`,
    read: (reply) => readRows(reply, itemUse),
  });
}
