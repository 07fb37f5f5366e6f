import { allergens } from '#modules/items/collection.ts';
import type { Ingredients, ItemUse, RecipeCost, RecipeCostStep, RecipeVersion } from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import {
  amountE4,
  type CostBasis,
  costRecipeContent,
  type CostedRecipe,
  computeFoodCost,
  computeCostPerPortion,
} from '../recipe-cost.ts';
import { type Exact, formatExact, toNearestMicro, multiplyExact } from '#core/exact.ts';
import { findVersionOn } from '../recipe.ts';
import { flattenRecipe } from '../roll-up.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import { type PriceQuery, loadPricedItems } from './item-costs.ts';
import { loadNetPrices, getPendingSince } from './recost.ts';
import { rollUpWithYields } from './roll-up.ts';
import {
  parseVersionContent,
  listItemsOfRecipes,
  type RecipeOnDay,
  loadWithSubRecipes,
  loadRecipesOn,
  toRecipeToCost,
} from './versions.ts';

const money = (amount: Exact | null): number | null => {
  const e4 = amountE4(amount);
  return e4 === null ? null : fromE4(e4);
};

/**
 * Costs recipes with all sub-recipes at the requested prices.
 *
 * @param extraItems additional items to price
 */
export async function costRecipes(
  db: Queryable,
  recipes: ReadonlyMap<string, RecipeOnDay>,
  query: PriceQuery,
  extraItems: readonly string[] = [],
  /** Overriding costs per base unit, by item. */
  costOverrides: ReadonlyMap<string, Exact> = new Map(),
) {
  const units = await loadUnitRows(db);
  const items = await loadPricedItems(
    db,
    [...listItemsOfRecipes(recipes.values()), ...extraItems],
    units,
    query,
  );
  for (const [id, cost] of costOverrides) {
    const item = items.get(id);
    if (item) items.set(id, { ...item, cost });
  }
  const getItem = (id: string) => items.get(id);
  const contents = new Map([...recipes].map(([id, recipe]) => [id, toRecipeToCost(recipe, getItem)]));
  const sources = { getItem, units, allergens };
  const costed = await rollUpWithYields(contents, { ...sources, getRecipe: () => undefined });
  return { items, contents, costed, sources: { ...sources, getRecipe: (id: string) => costed.get(id) } };
}

/** Computes the cost of a recipe by line, item and allergen; null without a version on the day. */
export async function computeRecipeCost(
  db: Queryable,
  id: string,
  query: PriceQuery & { basis: CostBasis },
): Promise<RecipeCost | null> {
  const recipes = await loadWithSubRecipes(db, [id], query.day);
  const recipe = recipes.get(id);
  if (!recipe) return null;
  const { items, contents, costed, sources } = await costRecipes(db, recipes, query);
  const { content, no, validFrom } = recipe;
  const total = costed.get(id) as CostedRecipe;
  const { lines } = costRecipeContent(content, sources);
  const flattenedItems = flattenRecipe(id, contents, sources);
  const price = (await loadNetPrices(db, [id], query.day)).get(id) ?? null;
  const plate = computeCostPerPortion(total.cost, content);
  const { marginE4, percent } = computeFoodCost(plate, price);
  return {
    recipeId: id,
    version: no,
    validFrom,
    basis: query.basis,
    place: query.place,
    on: query.day,
    cost: money(total.cost),
    exact: total.cost && formatExact(total.cost),
    perPortion: money(plate),
    margin: marginE4 === null ? null : fromE4(marginE4),
    foodCostPercent: percent,
    isComplete: total.cost !== null,
    missing: [...total.missing],
    lines: content.components.map(({ itemId, recipeId, qty, unit }, index) => {
      const { gross = null, cost = null } = lines[index] ?? {};
      const item = itemId === null ? undefined : items.get(itemId);
      return {
        itemId,
        recipeId,
        qty,
        unit,
        gross: gross && toNearestMicro(gross),
        grossUnit: item?.baseUnit ?? null,
        cost: money(cost),
        exact: cost && formatExact(cost),
        source: item?.source ?? null,
      };
    }),
    items: flattenedItems
      ? [...flattenedItems].map(([itemId, qty]) => {
          const { baseUnit = '', cost = null } = items.get(itemId) ?? {};
          return {
            itemId,
            qty: toNearestMicro(qty),
            unit: baseUnit,
            cost: money(cost && multiplyExact(qty, cost)),
          };
        })
      : null,
    allergens: total.allergens,
    pendingSince: await getPendingSince(db),
  };
}

/** Lists the versions of a recipe, latest first, each at today's list prices. */
export async function listRecipeVersions(
  db: Queryable,
  id: string,
  { day, isCostVisible }: { day: string; isCostVisible: boolean },
): Promise<RecipeVersion[]> {
  const rows = await db
    .selectFrom('recipeVersions')
    .selectAll()
    .where('recipeId', '=', id)
    .orderBy('no', 'desc')
    .execute();
  const header = await db.selectFrom('recipes').select('outputItem').where('_id', '=', id).executeTakeFirst();
  const versions = rows.map((row): RecipeOnDay => {
    const { _id: versionId, recipeId, no, validFrom } = row;
    return {
      recipeId,
      versionId,
      no,
      validFrom,
      content: parseVersionContent(row),
      outputItem: header?.outputItem ?? null,
    };
  });
  const subRecipeIds = versions.flatMap(({ content }) =>
    content.components.flatMap(({ recipeId }) => recipeId ?? []),
  );
  const subRecipes = await loadWithSubRecipes(db, subRecipeIds, day);
  const query = { basis: 'list', place: null, day } as const;
  const { sources } = await costRecipes(db, subRecipes, query, listItemsOfRecipes(versions));
  const current = findVersionOn(versions, day)?.no;
  return versions.map(({ content, no, validFrom }, index) => ({
    no,
    validFrom,
    createdAt: rows[index]?.createdAt ?? '',
    isCurrent: no === current,
    ...content,
    components: content.components.map((component) => ({
      ...component,
      alternatives: [...component.alternatives],
    })),
    cost: isCostVisible ? money(costRecipeContent(content, sources).cost) : null,
  }));
}

/** Returns exact costs of items and recipes at today's list prices. */
export async function costIngredients(
  db: Queryable,
  requested: { items: readonly string[]; recipes: readonly string[] },
  day: string,
): Promise<Ingredients> {
  const subRecipes = await loadWithSubRecipes(db, requested.recipes, day);
  const query = { basis: 'list', place: null, day } as const;
  const { items, costed } = await costRecipes(db, subRecipes, query, requested.items);
  const toText = (cost: Exact | null) => cost && formatExact(cost);
  return {
    items: requested.items.flatMap((id) => {
      const item = items.get(id);
      if (!item) return [];
      const {
        _id,
        baseUnit,
        conversions,
        yieldPercent,
        cost,
        missingPriceCause = null,
        allergens: itemAllergens,
      } = item;
      const itemUnits = { _id, baseUnit, conversions: [...conversions], yieldPercent };
      return [{ ...itemUnits, cost: toText(cost), missingPriceCause, allergens: itemAllergens }];
    }),
    recipes: requested.recipes.flatMap((_id) => {
      const recipe = costed.get(_id);
      if (!recipe) return [];
      const { yieldQty, yieldUnit, portions, output, cost, missing, allergens: itemAllergens } = recipe;
      const outputUnits = output && { baseUnit: output.baseUnit, conversions: [...output.conversions] };
      return [
        {
          _id,
          yieldQty,
          yieldUnit,
          portions,
          output: outputUnits,
          cost: toText(cost),
          missing: [...missing],
          allergens: itemAllergens,
        },
      ];
    }),
  };
}

/** Lists the cost history of a recipe, latest first. */
export async function listCostSteps(db: Queryable, id: string, limit: number): Promise<RecipeCostStep[]> {
  const rows = await db
    .selectFrom('recipeCosts')
    .select(['seq', 'at', 'costE4', 'plateCostE4', 'cause', 'causeId'])
    .where('recipeId', '=', id)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seq, at, costE4, plateCostE4, cause, causeId }) => ({
    seq: Number(seq),
    at,
    cost: costE4 === null ? null : fromE4(costE4),
    plateCost: plateCostE4 === null ? null : fromE4(plateCostE4),
    cause,
    causeId,
  }));
}

/** Use of an item in a recipe; `path` has the ids of the sub-recipes in between. */
interface RecipeUse extends Pick<ItemUse, 'usage' | 'qty' | 'unit'> {
  path: readonly string[];
}

/**
 * Lists the recipes that use an item on a day, with the path, the quantity per batch and, for users who see
 * costs, its share of the cost.
 */
export async function listItemUses(
  db: Queryable,
  itemId: string,
  { day, isCostVisible }: { day: string; isCostVisible: boolean },
): Promise<ItemUse[]> {
  const uses = await findRecipesUsing(db, itemId, day);
  const ids = uses.map(({ recipeId }) => recipeId);
  const { items, contents, costed, sources } = await costRecipes(db, await loadWithSubRecipes(db, ids, day), {
    basis: 'list',
    place: null,
    day,
  });
  const unitCost = items.get(itemId)?.cost ?? null;
  const names = new Map(uses.map((use) => [use.recipeId, use]));
  return uses.map(({ path, ...use }): ItemUse => {
    const total = flattenRecipe(use.recipeId, contents, sources)?.get(itemId) ?? null;
    const cost = isCostVisible && total && unitCost ? multiplyExact(total, unitCost) : null;
    const batchCost = costed.get(use.recipeId)?.cost ?? null;
    return {
      ...use,
      path: path.map((recipeId) => {
        const { name = recipeId, nameAlt = null } = names.get(recipeId) ?? {};
        return { recipeId, name, nameAlt };
      }),
      total: total && toNearestMicro(total),
      cost: money(cost),
      costPercent: computeFoodCost(cost, batchCost).percent,
    };
  });
}

/** Finds the recipes that use an item on a day: directly, as an alternative, or through a sub-recipe. */
export async function findRecipesUsing(db: Queryable, itemId: string, day: string) {
  const uses = new Map<string, RecipeUse>();
  let queue: string[] = [itemId];
  for (let column: 'itemId' | 'subRecipeId' = 'itemId'; queue.length > 0; column = 'subRecipeId') {
    const rows = await db
      .selectFrom('recipeUses')
      .select('recipeId')
      .distinct()
      .where(column, 'in', queue)
      .execute();
    const usingRecipes = await loadRecipesOn(
      db,
      rows.map(({ recipeId }) => recipeId),
      day,
    );
    const next: string[] = [];
    for (const [id, { content }] of usingRecipes) {
      if (uses.has(id)) continue;
      const line = content.components.find((component) =>
        column === 'itemId' ? component.itemId === itemId : queue.includes(component.recipeId ?? ''),
      );
      const isAlternative = content.components.some(({ alternatives }) => alternatives.includes(itemId));
      if (!line && !(column === 'itemId' && isAlternative)) continue;
      const directLine = column === 'itemId' && line;
      const subRecipeId = column === 'subRecipeId' ? (line?.recipeId ?? null) : null;
      uses.set(id, {
        usage: directLine ? 'ingredient' : column === 'itemId' ? 'alternative' : 'within',
        qty: directLine ? directLine.qty : null,
        unit: directLine ? directLine.unit : null,
        path: subRecipeId === null ? [] : [subRecipeId, ...(uses.get(subRecipeId)?.path ?? [])],
      });
      next.push(id);
    }
    queue = next;
  }
  if (uses.size === 0) return [];
  const names = await db
    .selectFrom('recipes')
    .select(['_id', 'name', 'nameAlt', 'kind'])
    .where('_id', 'in', [...uses.keys()])
    .orderBy('search')
    .execute();
  return names.map(({ _id, name, nameAlt, kind }) => ({
    recipeId: _id,
    name,
    nameAlt,
    kind,
    ...(uses.get(_id) as RecipeUse),
  }));
}
