import { recostChanged } from '#modules/recipes/server/recost.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildSearchText } from '#core/text.ts';
import type { NewRow } from '#platform/server/db/tables.ts';

export interface RecipeMeasurement {
  name: string;
  ms: number;
  /** CPU time of this process. */
  cpuMs: number;
  recipes: number;
}

const now = new Date('2026-03-04T09:00:00.000Z');
const at = now.toISOString();
const common = { createdAt: at, updatedAt: at, version: 1, isActive: 1 as const };
const levels = 6;
const itemCount = 500;

async function measure(name: string, work: () => Promise<number>): Promise<RecipeMeasurement> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const recipes = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { name, ms: performance.now() - startedAt, cpuMs: (user + system) / 1000, recipes };
}

/**
 * Measures costing recipes in six levels with 500 items: after changing everything, one price, or one recipe.
 */
export async function* measureRecipes(db: Db, count: number): AsyncGenerator<RecipeMeasurement> {
  await createTestApp({ db });
  const perLevel = Math.ceil(count / levels);
  await db.write((tx) => insertItems(tx));
  await db.write((tx) => insertRecipes(tx, count, perLevel));
  await db.write((tx) => recostChanged(tx, now));
  const raiseCost = (item: number, costMicro: number) => (tx: Tx) =>
    tx
      .updateTable('items')
      .set({ standardCostMicro: costMicro })
      .where('_id', '=', `bench-item-${item}`)
      .execute();
  const recost = () => db.write((tx) => recostChanged(tx, now));
  for (let run = 0; run < 3; run += 1) {
    await db.write((tx) =>
      tx
        .updateTable('units')
        .set({ factorNum: 1001 + run })
        .where('_id', '=', ids.units.kg)
        .execute(),
    );
    yield await measure('every recipe, after a change of a unit', recost);
    await db.write(raiseCost(7, 3_000_000 + run));
    yield await measure('the recipes affected by one price', recost);
    await db.write(async (tx) => {
      await tx
        .insertInto('recipesToCost')
        .values({ kind: 'recipe', id: `bench-recipe-${count - 1}`, since: at } as never)
        .execute();
    });
    yield await measure('one recipe without dependants', recost);
  }
}

async function insertItems(tx: Tx): Promise<void> {
  const flour = await tx
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: itemCount }, (_, n) => ({
    ...flour,
    _id: `bench-item-${n}`,
    itemCode: `BENCH-${n}`,
    name: `Bench item ${n}`,
    search: buildSearchText(`Bench item ${n}`, null),
    orderUnit: flour.baseUnit,
    standardCostMicro: 1_000_000 + n * 3_700,
    yieldPercentMicro: n % 3 === 0 ? 87_000_000 : null,
  }));
  await insertRows(tx, 'items', rows);
}

/**
 * Inserts recipes with ten ingredients each; above the first level, three of them are recipes of the level
 * below.
 */
async function insertRecipes(tx: Tx, count: number, perLevel: number): Promise<void> {
  const recipes: NewRow<'recipes'>[] = [];
  const versions: NewRow<'recipeVersions'>[] = [];
  const uses: NewRow<'recipeUses'>[] = [];
  for (let n = 0; n < count; n += 1) {
    const level = Math.floor(n / perLevel);
    const components = Array.from({ length: 10 }, (_, index) => {
      const isRecipe = level > 0 && index < 3;
      const subRecipe = (level - 1) * perLevel + ((n * 31 + index * 97) % perLevel);
      return {
        itemId: isRecipe ? null : `bench-item-${(n * 13 + index * 71) % itemCount}`,
        recipeId: isRecipe ? `bench-recipe-${subRecipe}` : null,
        qty: (1 + ((n + index) % 9)) / 10,
        unit: ids.units.kg,
        trimPercent: index % 4 === 0 ? 12.5 : null,
        cookingPercent: index % 5 === 0 ? 7 : null,
        alternatives: [],
      };
    });
    const content = { yieldQty: 3, yieldUnit: ids.units.kg, portions: 12, components, steps: [] };
    const [recipeId, versionId] = [`bench-recipe-${n}`, `bench-version-${n}`];
    const name = `Bench recipe ${n}`;
    recipes.push({
      ...common,
      _id: recipeId,
      name,
      nameAlt: null,
      search: buildSearchText(name, null),
      kind: 'dish',
      yieldQtyMicro: 3_000_000,
      yieldUnit: ids.units.kg,
      portionsMicro: 12_000_000,
      components: JSON.stringify(components),
      steps: '[]',
      priceE4: 90_000,
      priceIncludesVAT: 0,
      limitsExpiryToIngredients: 0,
      validFrom: '2026-01-01',
    });
    versions.push({
      _id: versionId,
      recipeId,
      no: 1,
      validFrom: '2026-01-01',
      content: JSON.stringify(content),
      createdAt: at,
    });
    for (const { itemId, recipeId: subRecipeId, unit } of components)
      uses.push({ versionId, recipeId, itemId, subRecipeId, unit, isAlternative: 0 });
  }
  await insertRows(tx, 'recipes', recipes);
  await insertRows(tx, 'recipeVersions', versions);
  await insertRows(tx, 'recipeUses', uses);
}
