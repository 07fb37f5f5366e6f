import { listOf } from '#platform/shapes/shape.ts';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foodCostOfBranch } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

const { kg, case: cases } = ids.units;
const days = { from: '2026-03-01', to: '2026-03-04' };
const period = `from=${days.from}&to=${days.to}`;

let t: TestApp;
const createRow = async (path: string, body: object): Promise<string> => {
  const response = await t.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};
const updateRow = async (path: string, body: object) => {
  const response = await t.as('admin').put(path, body);
  expect(response.status, response.text).toBe(200);
};
const conversion = (num: number) => ({ conversions: [{ fromUnit: cases, toUnit: kg, num, den: 1 }] });

let [rye, salt, bread, dough, bag, sack, franc] = ['', '', '', '', '', '', ''];
beforeAll(async () => {
  t = await createTestApp();
  const createItem = (name: string, values: object) =>
    createRow('/items', {
      name,
      itemCode: name.toUpperCase(),
      kind: 'raw',
      category: ids.category,
      baseUnit: kg,
      ...values,
    });
  rye = await createItem('Rye', conversion(9));
  salt = await createItem('Salt', { standardCost: 1 });
  const rates = [{ date: '2026-01-01', rate: 2 }];
  franc = await createRow('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', rates });
  const supplierId = await createRow('/suppliers', { code: 'MILL', name: 'Mill', currency: franc });
  const createPack = (name: string, price: number, preferred: boolean) =>
    createRow('/packagings', {
      name,
      itemId: rye,
      unit: kg,
      contentsQty: 1,
      supplierId,
      price,
      priceDate: '2026-02-01',
      preferred,
    });
  [bag, sack] = [await createPack('Bag', 5, true), await createPack('Sack', 7, false)];
  const createRecipe = (name: string, components: object[]) =>
    createRow('/recipes', {
      name,
      yieldQty: 10,
      yieldUnit: kg,
      portions: 10,
      validFrom: '2026-01-01',
      components,
    });
  dough = await createRecipe('Dough', [{ itemId: rye, qty: 1, unit: cases }]);
  bread = await createRecipe('Bread', [
    { recipeId: dough, qty: 10, unit: kg },
    { itemId: salt, qty: 1, unit: kg },
  ]);
  await receiveStock(t, ids.branch1, rye, 100, 2.2);
  const row = { branch: ids.branch1, day: days.to, code: 'BREAD', qty: 40, net: 300 };
  expect((await t.as('admin').post('/sales', { source: 'Till', rows: [row] })).status).toBe(201);
  await updateRow('/sales/till-items', { source: 'Till', code: 'BREAD', recipeId: bread });
});
afterAll(() => t.close());

const withRate = (rate: number) => [{ date: '2026-01-01', rate }];

/** Changes that affect costs or consumption of dishes; each is made after a first request. */
const changes: [name: string, change: () => Promise<void>][] = [
  ['a list price', () => updateRow(`/packagings/${bag}`, { price: 6 })],
  ['an exchange rate', () => updateRow(`/currencies/${franc}`, { rates: withRate(3) })],
  [
    'the preferred pack',
    async () => {
      await updateRow(`/packagings/${bag}`, { preferred: false });
      await updateRow(`/packagings/${sack}`, { preferred: true });
    },
  ],
  ['an archived pack', () => updateRow(`/packagings/${sack}`, { isActive: false })],
  ['a standard cost', () => updateRow(`/items/${salt}`, { standardCost: 2 })],
  ['a yield', () => updateRow(`/items/${rye}`, { yieldPercent: 80 })],
  ['a conversion', () => updateRow(`/items/${rye}`, conversion(10))],
  [
    'an ingredient of a sub-recipe',
    () =>
      updateRow(`/recipes/${dough}`, {
        components: [{ itemId: rye, qty: 2, unit: kg }],
        validFrom: '2026-01-01',
      }),
  ],
  [
    'the mapping of a till item',
    () => updateRow('/sales/till-items', { source: 'Till', code: 'BREAD', recipeId: dough }),
  ],
  [
    'a yield changed directly in the database',
    async () => {
      await t.db.writer
        .updateTable('items')
        .set({ yieldPercentMicro: 50_000_000 })
        .where('_id', '=', rye)
        .execute();
    },
  ],
];

describe('theoretical cost of all branches', () => {
  it.each(changes)(
    'reflects %s immediately, and equals the cost computed for the branch alone',
    async (_, change) => {
      const loadCosts = async () => {
        const list = await t.as('admin').get(`/food-cost/branches?${period}`);
        const [one] = buildResponseSchema(listOf(foodCostOfBranch)).parse(list.body);
        const alone = await t.as('admin').get(`/food-cost?branch=${ids.branch1}&${period}`);
        expect(one?.theoretical).toEqual(alone.body.theoretical);
        return one?.theoretical?.value;
      };
      const before = await loadCosts();
      expect(before).toBeGreaterThan(0);
      expect(await loadCosts()).toBe(before);
      await change();
      expect(await loadCosts()).not.toBe(before);
    },
  );
});
