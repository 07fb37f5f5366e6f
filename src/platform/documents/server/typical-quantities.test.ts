import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

const { flour, milk } = ids.items;
const { kg } = ids.units;

async function createDocument(path: string, body: object, ...statuses: string[]): Promise<string> {
  const response = await api.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  for (const status of statuses) {
    const moved = await api.as('admin').patch(`${path}/${response.body._id}`, { status });
    expect(moved.status, moved.text).toBe(200);
  }
  return response.body._id;
}
const readTypical = async (path: string, as: TestUser = 'admin') => (await api.as(as).get(path)).body;

it('returns the largest quantity sent between two locations by unit, within the scope of the actor', async () => {
  const { kitchen, branch1, branch2 } = ids;
  const createTransfer = (qty: number, ...statuses: string[]) =>
    createDocument(
      '/transfers',
      { from: kitchen, to: branch1, items: [{ itemId: flour, qty, unit: kg }] },
      ...statuses,
    );
  const path = `/transfers/typical-quantities?from=${kitchen}&to=${branch1}`;
  expect(await readTypical(path)).toEqual([]);
  await createTransfer(2, 'Sent');
  await createTransfer(3, 'Sent');
  await createTransfer(500);
  await createTransfer(400, 'Cancelled');
  expect(await readTypical(path)).toEqual([{ itemId: flour, unitOrPackId: kg, qty: 3 }]);
  expect(await readTypical(path, 'branch')).toHaveLength(1);
  expect(await readTypical(`/transfers/typical-quantities?from=${branch2}&to=${kitchen}`, 'branch')).toEqual(
    [],
  );
  expect(await readTypical(`/transfers/typical-quantities?from=${branch1}&to=${kitchen}`)).toEqual([]);
});

it('returns the largest quantity purchased by a location by pack or unit, from one supplier or all', async () => {
  const supplier = await createDocument('/suppliers', { code: 'USUAL', name: 'Usual' });
  const other = await createDocument('/suppliers', { code: 'OTHER', name: 'Other' });
  const pack = await createDocument('/packagings', {
    itemId: flour,
    supplierId: supplier,
    name: 'Bag',
    unit: kg,
    contentsQty: 25,
    price: 20,
  });
  const createPurchase = (supplierId: string, items: object[], ...statuses: string[]) =>
    createDocument('/purchase-orders', { supplier: supplierId, place: ids.branch1, items }, ...statuses);
  await createPurchase(supplier, [{ itemId: flour, packagingId: pack, qty: 4 }], 'Sent');
  await createPurchase(supplier, [{ itemId: flour, packagingId: pack, qty: 400 }]);
  await createPurchase(other, [{ itemId: milk, qty: 10, unit: 'l', price: 1 }], 'Sent');
  const path = `/purchase-orders/typical-quantities?place=${ids.branch1}`;
  expect(await readTypical(`${path}&supplier=${supplier}`)).toEqual([
    { itemId: flour, unitOrPackId: pack, qty: 4 },
  ]);
  expect(await readTypical(path)).toEqual(
    expect.arrayContaining([
      { itemId: flour, unitOrPackId: pack, qty: 4 },
      { itemId: milk, unitOrPackId: ids.units.l, qty: 10 },
    ]),
  );
  expect(await readTypical(path, 'branch')).toHaveLength(2);
  expect(await readTypical(`/purchase-orders/typical-quantities?place=${ids.branch2}`, 'branch')).toEqual([]);
});

it('returns the largest planned quantity of started batches of a kitchen', async () => {
  const item = await createDocument('/items', {
    name: 'Dough',
    itemCode: 'DOUGH',
    kind: 'finished',
    category: ids.category,
    baseUnit: kg,
  });
  const recipeId = await createDocument('/recipes', {
    name: 'Dough',
    kind: 'dish',
    outputItem: item,
    yieldQty: 1,
    yieldUnit: kg,
    components: [{ itemId: flour, qty: 1, unit: kg }],
  });
  const createBatch = (plannedQty: number, ...statuses: string[]) =>
    createDocument(
      '/production-batches',
      { recipeId, kitchen: ids.kitchen, plannedQty, plannedFor: '2026-03-06' },
      ...statuses,
    );
  await createBatch(5, 'In Progress', 'Completed');
  await createBatch(500);
  const path = `/production/typical-quantities?kitchen=${ids.kitchen}`;
  expect(await readTypical(path)).toEqual([{ itemId: item, unitOrPackId: 'out', qty: 5 }]);
  expect(await readTypical(path, 'kitchen')).toHaveLength(1);
});
