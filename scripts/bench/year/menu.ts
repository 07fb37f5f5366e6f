import { fromE4 } from '#core/money.ts';
import { type Exact, toNearestMicro } from '#core/exact.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import type { KitchenRecipes } from '#modules/production/server/recipes.ts';
import { loadKitchenRecipes } from '#modules/production/server/recipes.ts';
import { createRecipe } from '#modules/recipes/server/service.ts';
import { isGap, loadPortionConsumption } from '#modules/sales/server/portion-consumption.ts';
import { createRowContext } from '#app/server/seed/recipes.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import type { YearItem } from './year-types.ts';

/** A dish: its menu item at the till, its price per portion, and its ingredients in base units. */
export interface Dish {
  code: string;
  name: string;
  priceE4: number;
  ingredients: Map<string, Exact>;
}

export interface Menu {
  dishes: Dish[];
  /** The dish that uses each item. */
  dishByItem: Map<string, Dish>;
  /** Recipes of kitchen products, by the produced item. */
  recipeByItem: Map<string, string>;
  kitchenRecipes: KitchenRecipes;
}

const itemsPerDish = 5;
const portionsPerDay = 60;
/** Batch size of kitchen products in base units. */
const batchSize = 10;

/** Rounds to thousandths of a base unit, as a scale does. */
const roundToScale = (qty: number) => Math.max(0.001, Math.round(qty * 1000) / 1000);

/** Adds recipes of kitchen products and dishes that use all items, with versions and costs. */
export async function addMenu(
  tx: Tx,
  items: readonly YearItem[],
  { source, at }: { source: string; at: string },
): Promise<Menu> {
  const day = at.slice(0, 10);
  const bought = items.filter(({ isProduced }) => !isProduced);
  const recipeByItem = new Map<string, string>();
  const dishes = Array.from({ length: Math.floor(items.length / itemsPerDish) }, (_, index) => ({
    code: `DISH-${String(index + 1).padStart(4, '0')}`,
    items: items.slice(index * itemsPerDish, (index + 1) * itemsPerDish),
    recipeId: '',
    priceE4: 0,
  }));
  await runReplay(tx, { by: testAdmin, at: new Date(at) }, async (ctx) => {
    const createMenuRecipe = async (recipe: object, parts: readonly { item: YearItem; qty: number }[]) => {
      const { _id } = await createRecipe(createRowContext(ctx), {
        yieldUnit: ids.units.kg,
        validFrom: day,
        components: parts.map(({ item, qty }) => ({
          itemId: item._id,
          recipeId: null,
          qty: roundToScale(qty),
          unit: ids.units.kg,
          trimPercent: 0,
          cookingPercent: 0,
          alternatives: [],
        })),
        ...recipe,
      });
      return String(_id);
    };
    for (const [index, item] of items.entries()) {
      if (!item.isProduced) continue;
      const parts = [3, 29, 61, 97].map((step, share) => ({
        item: bought[(index + step) % bought.length] as YearItem,
        qty: (batchSize * 1.1 * (share + 1)) / 10,
      }));
      item.costE4 = Math.round(
        parts.reduce((sum, part) => sum + part.item.costE4 * roundToScale(part.qty), 0) / batchSize,
      );
      const { itemCode: code, name, _id: outputItem } = item;
      recipeByItem.set(
        outputItem,
        await createMenuRecipe({ code, name, kind: 'sub-recipe', yieldQty: batchSize, outputItem }, parts),
      );
    }
    for (const dish of dishes) {
      const parts = dish.items.map((item) => ({ item, qty: item.dailyUsage / portionsPerDay }));
      const costE4 = parts.reduce((sum, { item, qty }) => sum + item.costE4 * roundToScale(qty), 0);
      dish.priceE4 = Math.ceil((costE4 * 3.2) / 1000) * 1000;
      const { code } = dish;
      const content = { code, name: `Dish ${code}`, kind: 'dish', yieldQty: 1, price: fromE4(dish.priceE4) };
      dish.recipeId = await createMenuRecipe(content, parts);
    }
  });
  await insertRows(
    tx,
    'tillItems',
    dishes.map(({ code, recipeId }) => ({
      _id: `year-till-item-${code}`,
      sourceId: source,
      code,
      recipeId,
      itemId: null,
      qtyMicro: 1_000_000,
      isNonFood: 0,
      userId: null,
      updatedAt: at,
      version: 1,
    })),
  );
  const portions = await loadPortionConsumption(
    tx,
    dishes.map(({ recipeId }) => recipeId),
    day,
  );
  const soldDishes = dishes.map(({ code, recipeId, priceE4 }): Dish => {
    const ingredients = portions.get(recipeId);
    if (!ingredients || isGap(ingredients)) throw new Error(`The ingredients of ${code} are unknown`);
    return { code, name: `Dish ${code}`, priceE4, ingredients };
  });
  return {
    dishes: soldDishes,
    dishByItem: new Map(
      soldDishes.flatMap((dish) => [...dish.ingredients.keys()].map((itemId) => [itemId, dish])),
    ),
    recipeByItem,
    kitchenRecipes: await loadKitchenRecipes(tx, [...recipeByItem.values()], day),
  };
}

/** Returns the number of portions for which every ingredient is sufficient. */
export const countAvailablePortions = (
  { ingredients }: Dish,
  getUsableMicro: (itemId: string) => number,
): number =>
  Math.floor(
    Math.min(
      ...[...ingredients].map(
        ([itemId, qtyPerPortion]) => getUsableMicro(itemId) / 1e6 / toNearestMicro(qtyPerPortion),
      ),
    ),
  );
