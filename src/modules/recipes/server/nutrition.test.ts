import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { recipeNutrition } from '../shapes.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const { flour, milk, box } = ids.items;
const { kg, l, piece } = ids.units;
const admin = () => api.as('admin');
const values = {
  per: '100g',
  energyKj: 1450,
  energyKcal: 342,
  fat: 1,
  saturates: 0.2,
  carbohydrate: 70,
  sugars: 0.7,
  fibre: 3,
  protein: 12,
  salt: 0,
};

describe('the nutrition values of an item', () => {
  it.each([
    ['an amount above 100 g', { protein: 101 }, 'nutrition.protein'],
    ['a missing amount', { salt: undefined }, 'nutrition.salt'],
    ['more than 100 g in total', { fat: 30 }, 'nutrition.fat'],
    ['more saturates than fat', { saturates: 1.1 }, 'nutrition.saturates'],
    ['more sugars than carbohydrate', { sugars: 71 }, 'nutrition.sugars'],
    ['an unknown basis', { per: 'cup' }, 'nutrition.per'],
  ])('reject %s', async (_, change, field) => {
    const response = await admin().put(`/items/${flour}`, { nutrition: { ...values, ...change } });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  it('may have an unusual energy, because the rule is only a warning', async () => {
    const response = await admin().put(`/items/${box}`, { nutrition: { ...values, energyKj: 10 } });
    expect([response.status, response.body.nutrition.energyKj]).toEqual([200, 10]);
  });
});

it('the nutrition of a recipe lists its gaps, and is declared once they are filled', async () => {
  await admin().put(`/items/${flour}`, { nutrition: values, allergens: { gluten: 'contains' } });
  await admin().put(`/items/${milk}`, { ingredientText: 'whole milk, vitamin D' });
  await admin().put(`/items/${box}`, { kind: 'packaging', nutrition: null });
  const create = async (body: object) => {
    const response = await admin().post('/recipes', { yieldUnit: kg, ...body });
    expect(response.status, response.text).toBe(201);
    return response.body._id as string;
  };
  const sauce = await create({
    name: 'White sauce',
    nameAlt: 'صلصة بيضاء',
    yieldQty: 2,
    components: [
      { itemId: flour, qty: 0.1, unit: kg },
      { itemId: milk, qty: 2, unit: l },
    ],
  });
  const pasta = await create({
    name: 'Pasta',
    yieldQty: 1,
    portions: 4,
    components: [
      { recipeId: sauce, qty: 0.5, unit: kg },
      { itemId: flour, qty: 0.4, unit: kg },
      { itemId: box, qty: 1, unit: piece },
    ],
  });
  const load = async () => {
    const response = await api.as('viewer').get(`/recipes/${pasta}/nutrition`);
    expect(response.status, response.text).toBe(200);
    return buildResponseSchema(recipeNutrition).parse(response.body);
  };
  expect(await load()).toMatchObject({
    per: '100g',
    per100: null,
    portion: 250,
    gaps: [{ kind: 'nutrition', itemId: milk, name: 'Whole milk' }],
  });

  await admin().put(`/items/${milk}`, {
    nutrition: { ...values, per: '100ml', energyKj: 265, carbohydrate: 5, fibre: null },
  });
  expect((await load()).gaps).toMatchObject([{ kind: 'weight', itemId: milk }]);
  const { conversions } = (await admin().get(`/items/${milk}`)).body;
  const density = { fromUnit: l, toUnit: kg, num: 103, den: 100 };
  const changed = await admin().put(`/items/${milk}`, { conversions: [...conversions, density] });
  expect(changed.status, changed.text).toBe(200);
  const complete = await load();
  // 425 g of flour and 500 ml of milk in 1 kg.
  expect(complete).toMatchObject({
    gaps: [],
    hasPortions: true,
    per100: { energyKj: 748.75, carbohydrate: 32.25, fibre: null },
    perPortion: { energyKj: 1871.875 },
    ingredients: [
      {
        recipeId: sauce,
        title: 'White sauce',
        titleAlt: 'صلصة بيضاء',
        grams: 500,
        parts: [
          { itemId: milk, text: 'whole milk, vitamin D', grams: 2060 },
          { itemId: flour, contains: ['gluten'], grams: 100 },
        ],
      },
      { itemId: flour, grams: 400, contains: ['gluten'], parts: [] },
    ],
  });
  expect((await api.as('viewer').get(`/recipes/${pasta}/nutrition?on=2020-01-01`)).status).toBe(404);
});
