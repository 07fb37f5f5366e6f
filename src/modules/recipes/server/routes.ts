import { listOf } from '#platform/shapes/shape.ts';
import { z } from 'zod';
import { isOwnLocation, type Flag } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { queryFlag } from '#platform/shapes/common.ts';
import { items } from '#modules/items/collection.ts';
import { recipeCostingQueryParams, costQueryParams, recipeDayQueryParams, recipeRow } from '../input.ts';
import {
  ingredients,
  itemUse,
  recipeCost,
  recipeCostStep,
  recipeNutrition,
  recipeVersion,
} from '../shapes.ts';
import type { ResourceQuery } from '#platform/collections/define-resource.ts';
import { recipes } from '../collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { pageQuery } from '#platform/shapes/numbers.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { buildListResponse } from '#platform/server/http/list.ts';
import { forbidden, notFound } from '#platform/server/http/problems.ts';
import {
  type ReadContext,
  readRoute,
  type Route,
  type WriteContext,
  writeRoute,
} from '#platform/server/http/route.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { buildRowInfoRoutes } from '#modules/master-data/server/row-info-routes.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { buildListConditions, getSortableFields } from '#modules/master-data/server/routes.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import {
  computeRecipeCost,
  listCostSteps,
  costIngredients,
  listItemUses,
  listRecipeVersions,
} from './cost.ts';
import { loadRecipeNutrition } from './nutrition.ts';
import { costColumns, findRecipe, isIncomplete, buildRecipeObject, recipesWithCosts } from './read.ts';
import { changeRecipe, createRecipe, deleteRecipe } from './service.ts';

const recipeAccess = (flag: Flag) => ({ kind: 'collection', collection: 'recipes', flag }) as const;
/** Costs have their own permission. */
const costAccess = { kind: 'collection', collection: 'costs', flag: 'canView' } as const;
const exists = existsIn(recipes);

const canSeeCosts = (ctx: Pick<ReadContext, 'actor'>) => actorCanSeeCosts(ctx.actor);

function assertCanSeeCosts(ctx: Pick<ReadContext, 'actor'>): void {
  if (!canSeeCosts(ctx)) throw forbidden(refusal('no-costs'));
}

const getPathId = ({ params }: Pick<ReadContext, 'params'>) => params['id'] as string;

async function buildRecipeResponse(ctx: WriteContext, id: string, status: 200 | 201) {
  const row = await findRecipe(ctx.db, id, canSeeCosts(ctx));
  if (!row) throw notFound();
  return { status, body: row, version: row.version };
}

const idList = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => id !== '')),
];

export const recipeRoutes: Route[] = [
  readRoute({
    path: '/recipes',
    access: recipeAccess('canView'),
    summary: 'Recipes, with their cost at list prices for callers who may see costs.',
    query: getSchemas(recipes).query.extend({ incomplete: queryFlag.optional() }),
    response: z.array(recipeRow),
    async run(ctx) {
      const { db, prefersAltName } = ctx;
      const query = ctx.query as unknown as ResourceQuery & { incomplete?: boolean };
      const isCostVisible = canSeeCosts(ctx);
      const sortable = getSortableFields(recipes, db.dialect, prefersAltName);
      return buildListResponse(
        {
          db,
          from: recipesWithCosts,
          object: buildRecipeObject(db.dialect, isCostVisible),
          conditions: [
            ...buildListConditions(recipes, query),
            ...(query.incomplete === undefined ? [] : [isIncomplete(query.incomplete)]),
          ],
          key: 'recipes._id',
          sortable: isCostVisible ? { ...sortable, ...costColumns } : sortable,
          defaultSort: recipes.sort,
        },
        query,
      );
    },
  }),
  readRoute({
    path: '/recipes/ingredients',
    access: costAccess,
    summary: 'Exact costs of items and recipes at list prices; comma-separated ids.',
    query: recipeCostingQueryParams,
    response: ingredients,
    async run(ctx) {
      assertCanSeeCosts(ctx);
      const { db, query, now } = ctx;
      const requested = { items: idList(query.items), recipes: idList(query.recipes) };
      return { status: 200, body: await costIngredients(db, requested, await getLatestCommonDay(db, now)) };
    },
  }),
  readRoute({
    path: '/recipes/:id',
    access: recipeAccess('canView'),
    summary: 'One recipe.',
    response: recipeRow,
    exists,
    async run(ctx) {
      const row = await findRecipe(ctx.db, getPathId(ctx), canSeeCosts(ctx));
      if (!row) throw notFound();
      return { status: 200, body: row, version: row.version };
    },
  }),
  readRoute({
    path: '/recipes/:id/cost',
    access: costAccess,
    summary:
      'Cost of a recipe at average, last, list or standard prices as of a day; null if a price is missing.',
    query: costQueryParams,
    response: recipeCost,
    exists,
    async run(ctx) {
      assertCanSeeCosts(ctx);
      const { db, actor, query, now } = ctx;
      const visibleTo = requireActor(actor);
      if (query.place !== undefined && !isOwnLocation(visibleTo, query.place)) throw notFound();
      const day = query.on ?? (await getLatestCommonDay(db, now));
      const body = await computeRecipeCost(db, getPathId(ctx), {
        basis: query.basis,
        place: query.place ?? null,
        visibleTo,
        day,
      });
      if (!body) throw notFound();
      return { status: 200, body };
    },
  }),
  readRoute({
    path: '/recipes/:id/costs',
    access: costAccess,
    summary: 'Cost history of a recipe at list prices, newest first.',
    query: z.object({ limit: pageQuery(100).limit }),
    response: listOf(recipeCostStep),
    exists,
    async run(ctx) {
      assertCanSeeCosts(ctx);
      return { status: 200, body: await listCostSteps(ctx.db, getPathId(ctx), ctx.query.limit) };
    },
  }),
  readRoute({
    path: '/recipes/:id/versions',
    access: recipeAccess('canView'),
    summary: 'Versions of a recipe, newest first.',
    response: listOf(recipeVersion),
    exists,
    async run(ctx) {
      const day = await getLatestCommonDay(ctx.db, ctx.now);
      const isCostVisible = canSeeCosts(ctx);
      return {
        status: 200,
        body: await listRecipeVersions(ctx.db, getPathId(ctx), { day, isCostVisible }),
      };
    },
  }),
  readRoute({
    path: '/recipes/:id/nutrition',
    access: recipeAccess('canView'),
    summary:
      'Nutrition values of a recipe per 100 g and per portion, the data missing to calculate them, and its ingredients by weight.',
    query: recipeDayQueryParams,
    response: recipeNutrition,
    exists,
    async run(ctx) {
      const { db, query, now } = ctx;
      const body = await loadRecipeNutrition(
        db,
        getPathId(ctx),
        query.on ?? (await getLatestCommonDay(db, now)),
      );
      if (!body) throw notFound();
      return { status: 200, body };
    },
  }),
  readRoute({
    path: '/items/:id/recipes',
    access: recipeAccess('canView'),
    summary: 'Recipes that use an item, directly or through sub-recipes, and its share of their cost.',
    response: listOf(itemUse),
    exists: existsIn(items),
    async run(ctx) {
      const day = await getLatestCommonDay(ctx.db, ctx.now);
      return {
        status: 200,
        body: await listItemUses(ctx.db, getPathId(ctx), { day, isCostVisible: canSeeCosts(ctx) }),
      };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/recipes',
    access: recipeAccess('canCreate'),
    summary: 'Creates a recipe with its first version.',
    body: getSchemas(recipes).createInput,
    response: recipeRow,
    async run(ctx) {
      const { _id } = await createRecipe(ctx as WriteContext, ctx.body);
      return buildRecipeResponse(ctx as WriteContext, _id, 201);
    },
  }),
  writeRoute({
    method: 'put',
    path: '/recipes/:id',
    access: recipeAccess('canEdit'),
    summary:
      'Changes a recipe; omitted fields are unchanged. A change of yield, ingredients or method creates a new version. isActive: false archives it.',
    body: getSchemas(recipes).changeInput,
    response: recipeRow,
    exists,
    async run(ctx) {
      await changeRecipe(ctx as WriteContext, ctx.params['id'] as string, ctx.body);
      return buildRecipeResponse(ctx as WriteContext, ctx.params['id'] as string, 200);
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/recipes/:id',
    access: recipeAccess('canDelete'),
    summary: 'Deletes an unused recipe.',
    exists,
    async run(ctx) {
      await deleteRecipe(ctx, ctx.params['id'] as string);
      return { status: 204 };
    },
  }),
  ...buildRowInfoRoutes(recipes, recipes.path, { change: changeRecipe }),
];
