import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderSuggestion } from '#contract/orders.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids } from '../../testing/ids.ts';
import { orderIn } from '../../testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const row = async (item: string) =>
  (await t.as('branch').get('/orders/suggestions')).body.find(
    (found: { itemId: string }) => found.itemId === item,
  );

test('suggests up to par, in the order unit', async () => {
  const { body, headers } = await t.as('branch').get('/orders/suggestions');
  for (const found of body) expect(orderSuggestion.parse(found)).toEqual(found);
  expect([body.length, headers.get('x-total-count')]).toEqual([5, '5']);
  expect(await row(ids.items.flour)).toMatchObject({
    unitSymbol: 'case',
    par: 3,
    onHand: 0,
    inTransit: 0,
    alreadyOrdered: 0,
    kitchenAvailable: 50,
    lastOrderQty: null,
    averageQty: null,
    suggestedQty: 3,
    unitCost: 12,
  });
});

test('counts what is ordered, on the way and there', async () => {
  const line = (orderQty: number) => ({ items: [{ itemId: ids.items.flour, orderQty }] });
  await orderIn(t, 'Received', line(1));
  expect(await row(ids.items.flour)).toMatchObject({ onHand: 1, suggestedQty: 2, lastOrderQty: 1 });
  await orderIn(t, 'Shipped', line(0.5));
  expect(await row(ids.items.flour)).toMatchObject({ onHand: 1, inTransit: 0.5, suggestedQty: 1.5 });
  await orderIn(t, 'Under Review', line(1));
  t.clock.advance(1000);
  await orderIn(t, 'Under Process', line(0.5));
  await orderIn(t, 'Draft', line(7));
  expect(await row(ids.items.flour)).toMatchObject({
    alreadyOrdered: 1.5,
    suggestedQty: 0,
    kitchenAvailable: 48,
    lastOrderQty: 0.5,
    averageQty: 0.75,
  });
});

test('is of the own branch only', async () => {
  expect((await t.as('branch').get(`/orders/suggestions?branch=${ids.branch2}`)).status).toBe(404);
  expect((await t.as('admin').get('/orders/suggestions')).status).toBe(422);
  expect((await t.as('admin').get(`/orders/suggestions?branch=${ids.branch2}`)).body).toHaveLength(5);
});
