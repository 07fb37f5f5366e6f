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
const usual = async (path: string, as: TestUser = 'admin') => (await api.as(as).get(path)).body;

it("transfers between two locations: the maximum sent, by unit, within the actor's scope", async () => {
  const { kitchen, branch1, branch2 } = ids;
  const transfer = (qty: number, ...statuses: string[]) =>
    createDocument(
      '/transfers',
      { from: kitchen, to: branch1, items: [{ itemId: flour, qty, unit: kg }] },
      ...statuses,
    );
  const path = `/transfers/usual?from=${kitchen}&to=${branch1}`;
  expect(await usual(path)).toEqual([]);
  await transfer(2, 'Sent');
  await transfer(3, 'Sent');
  await transfer(500);
  await transfer(400, 'Cancelled');
  expect(await usual(path)).toEqual([{ itemId: flour, counted: kg, qty: 3 }]);
  expect(await usual(path, 'branch')).toHaveLength(1);
  expect(await usual(`/transfers/usual?from=${branch2}&to=${kitchen}`, 'branch')).toEqual([]);
  expect(await usual(`/transfers/usual?from=${branch1}&to=${kitchen}`)).toEqual([]);
});

it('purchases of a location: by pack where packs were ordered, for one supplier or all', async () => {
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
  const buy = (of: string, items: object[], ...statuses: string[]) =>
    createDocument('/purchase-orders', { supplier: of, place: ids.branch1, items }, ...statuses);
  await buy(supplier, [{ itemId: flour, packagingId: pack, qty: 4 }], 'Sent');
  await buy(supplier, [{ itemId: flour, packagingId: pack, qty: 400 }]);
  await buy(other, [{ itemId: milk, qty: 10, unit: 'l', price: 1 }], 'Sent');
  const path = `/purchase-orders/usual?place=${ids.branch1}`;
  expect(await usual(`${path}&supplier=${supplier}`)).toEqual([{ itemId: flour, counted: pack, qty: 4 }]);
  expect(await usual(path)).toEqual(
    expect.arrayContaining([
      { itemId: flour, counted: pack, qty: 4 },
      { itemId: milk, counted: ids.units.l, qty: 10 },
    ]),
  );
  expect(await usual(path, 'branch')).toHaveLength(2);
  expect(await usual(`/purchase-orders/usual?place=${ids.branch2}`, 'branch')).toEqual([]);
});

it('batches of a kitchen: the maximum planned quantity of started batches', async () => {
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
  const batch = (plannedQty: number, ...statuses: string[]) =>
    createDocument(
      '/production-batches',
      { recipeId, kitchen: ids.kitchen, plannedQty, plannedFor: '2026-03-06' },
      ...statuses,
    );
  await batch(5, 'In Progress', 'Completed');
  await batch(500);
  const path = `/production/usual?kitchen=${ids.kitchen}`;
  expect(await usual(path)).toEqual([{ itemId: item, counted: 'out', qty: 5 }]);
  expect(await usual(path, 'kitchen')).toHaveLength(1);
});
