import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

const order = (itemId: string, orderQty: number, unit?: string) =>
  t
    .as('branch')
    .post('/orders', { deliveryDate: '2026-03-06', items: [{ itemId, orderQty, ...(unit && { unit }) }] });

test("an item whose price and conversion exceed the exact number range is rejected at its price, and can't break the order guide", async () => {
  const before = (await t.as('branch').get('/orders/suggestions')).body as { itemId: string }[];
  const item = { itemCode: 'HUGE', name: 'Huge', kind: 'raw', category: ids.category };
  const conversions = [{ fromUnit: ids.units.case, toUnit: ids.units.kg, num: 1_000_000_000, den: 1 }];
  const units = { baseUnit: ids.units.kg, orderUnit: ids.units.case, conversions };
  const expensive = await t.as('admin').post('/items', { ...item, ...units, unitPrice: 100_000_000 });
  expect([expensive.status, Object.keys(expensive.body.fields)]).toEqual([422, ['unitPrice']]);
  const created = await t.as('admin').post('/items', { ...item, ...units, unitPrice: 1 });
  expect(created.status).toBe(201);
  await t.db.writer
    .updateTable('items')
    .set({ unitPriceMicro: 1e14 })
    .where('_id', '=', created.body._id)
    .execute();
  const guide = await t.as('branch').get('/orders/suggestions');
  expect(guide.status).toBe(200);
  const listedItems = (guide.body as { itemId: string }[]).map(({ itemId }) => itemId);
  expect(listedItems).toEqual(expect.arrayContaining(before.map(({ itemId }) => itemId)));
  const response = await order(created.body._id, 1);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['items.0.unit']]);
});

test('an order of a million at such a price is rejected at the quantity', async () => {
  expect((await t.as('admin').put(`/items/${ids.items.tomato}`, { unitPrice: 100_000_000 })).status).toBe(
    200,
  );
  await t.db.writer
    .updateTable('balances')
    .set({ onHandMicro: 0, valueE4: 0, lastCostE4: 0 })
    .where('itemId', '=', ids.items.tomato)
    .execute();
  const response = await order(ids.items.tomato, 1_000_000);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['items.0.orderQty']]);
  expect(response.body.fields['items.0.orderQty']).toContain('Tomato');
  expect((await t.as('branch').get('/orders/suggestions')).status).toBe(200);
});
