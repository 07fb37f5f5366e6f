import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../testing/databases.ts';
import type { Db } from '../db/types.ts';
import { seedDemonstration } from './demonstration.ts';
import { readRecipes } from './read-recipes.ts';

let db: Db;
beforeAll(async () => {
  db = await openTestDb();
  const clock = { now: () => new Date('2026-11-21T04:00:00.000Z') };
  await seedDemonstration(db, clock, { hash: async () => 'hashed' });
}, 120_000);
afterAll(() => db.close());

test('13.9: the demonstration has recipes for what it sells, each with a cost that a cook would believe', async () => {
  const rows = await db.read
    .selectFrom('recipes')
    .innerJoin('recipeRollups', 'recipeRollups.recipeId', 'recipes._id')
    .select(['name', 'nameAlt', 'kind', 'priceE4', 'costE4', 'foodCostPercentMicro', 'missing'])
    .execute();
  expect(rows).toHaveLength(readRecipes().length);
  expect(rows.filter(({ missing, costE4 }) => missing !== '[]' || costE4 === null)).toEqual([]);
  expect(rows.filter(({ nameAlt }) => !/[\u0600-\u06FF]/.test(nameAlt ?? ''))).toEqual([]);
  const shares = rows.flatMap(({ name, kind, foodCostPercentMicro }): [string, number][] =>
    kind === 'dish' ? [[name, (foodCostPercentMicro ?? 0) / 1e6]] : [],
  );
  expect(shares.length).toBeGreaterThanOrEqual(15);
  expect(shares.filter(([, percent]) => percent < 8 || percent > 36)).toEqual([]);
});

test('13.9: prices of suppliers drift, and what recipes cost follows each of them', async () => {
  const steps = await db.read
    .selectFrom('recipeCosts')
    .innerJoin('recipes', 'recipes._id', 'recipeCosts.recipeId')
    .select(['name', 'at', 'recipeCosts.costE4', 'why'])
    .where('name', '=', 'Hummus')
    .orderBy('seq')
    .execute();
  // As it was made; then olive oil, tahini, and olive oil once more.
  expect(steps.map(({ why }) => why)).toEqual(['recipe', 'item', 'item', 'item']);
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
  expect(await db.read.selectFrom('recipesToCost').select('seq').execute()).toEqual([]);
});

test('13.9: some dishes cost more than is wanted, so that there is something to decide', async () => {
  const above = await db.read
    .selectFrom('recipes')
    .innerJoin('recipeRollups', 'recipeRollups.recipeId', 'recipes._id')
    .select(['name', 'foodCostPercentMicro', 'targetFoodCostPercentMicro'])
    .whereRef('foodCostPercentMicro', '>', 'targetFoodCostPercentMicro')
    .execute();
  expect(above.length).toBeGreaterThanOrEqual(2);
  expect(above.length).toBeLessThanOrEqual(8);
});
