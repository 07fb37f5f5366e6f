import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderSuggestion } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const loadSuggestion = async (item: string) =>
  (await t.as('branch').get('/orders/suggestions?deliveryDate=2026-03-06')).body.find(
    (suggestion: { itemId: string }) => suggestion.itemId === item,
  );

test('suggests the quantity missing to par, in the order unit', async () => {
  const { body, headers } = await t.as('branch').get('/orders/suggestions');
  for (const suggestion of body)
    expect(buildResponseSchema(orderSuggestion).parse(suggestion)).toEqual(suggestion);
  expect([body.length, headers.get('x-total-count')]).toEqual([5, '5']);
  expect(await loadSuggestion(ids.items.flour)).toMatchObject({
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

test('counts on-hand, in-transit and ordered quantities', async () => {
  const line = (orderQty: number) => ({ items: [{ itemId: ids.items.flour, orderQty }] });
  await createOrderInStatus(t, 'Received', line(1));
  expect(await loadSuggestion(ids.items.flour)).toMatchObject({
    onHand: 1,
    suggestedQty: 2,
    lastOrderQty: 1,
  });
  await createOrderInStatus(t, 'Shipped', line(0.5));
  expect(await loadSuggestion(ids.items.flour)).toMatchObject({
    onHand: 1,
    inTransit: 0.5,
    suggestedQty: 1.5,
  });
  await createOrderInStatus(t, 'Under Review', line(1));
  t.clock.advance(1000);
  await createOrderInStatus(t, 'Under Process', line(0.5));
  await createOrderInStatus(t, 'Draft', line(7));
  expect(await loadSuggestion(ids.items.flour)).toMatchObject({
    alreadyOrdered: 1.5,
    suggestedQty: 0,
    kitchenAvailable: 48,
    lastOrderQty: 0.5,
    averageQty: 0.75,
  });
});

test('suggests fractional units in thousandths, never less than the shortage', async () => {
  const setPar = (parMicro: number) =>
    t.db.writer
      .updateTable('itemLevels')
      .set({ parMicro })
      .where('itemId', '=', ids.items.flour)
      .where('branchId', '=', ids.branch1)
      .execute();
  // The shortage is slightly more than 30 kg; a case contains 10 kg.
  await setPar(60_123_456);
  const { suggestedQty, orderMultiple } = await loadSuggestion(ids.items.flour);
  expect([orderMultiple, suggestedQty]).toEqual([null, 3.013]);
  await setPar(30_000_000);
});

test('an archived level has no par', async () => {
  const level = await t.db.read
    .selectFrom('itemLevels')
    .select('_id')
    .where('itemId', '=', ids.items.milk)
    .where('branchId', '=', ids.branch1)
    .executeTakeFirstOrThrow();
  expect((await loadSuggestion(ids.items.milk)).par).toBeGreaterThan(0);
  const archived = await t.as('admin').put(`/item-levels/${level._id}`, { isActive: false });
  expect(archived.status, archived.text).toBe(200);
  expect(await loadSuggestion(ids.items.milk)).toMatchObject({ par: null, reason: { code: 'no-history' } });
});

test('accepts the earliest and latest possible delivery dates', async () => {
  await t.db.writer
    .updateTable('branches')
    .set({ deliveryDays: JSON.stringify([{ weekday: 5, cutoffDaysBefore: 1, cutoffTime: '16:00' }]) })
    .where('_id', '=', ids.branch1)
    .execute();
  for (const day of ['9999-12-31', '9998-12-31', '0001-01-01']) {
    const { status, text } = await t.as('branch').get(`/orders/suggestions?deliveryDate=${day}`);
    expect(status, text).toBe(200);
  }
  expect(t.errors).toEqual([]);
});

test('excludes stock reserved for other orders', async () => {
  const before = await loadSuggestion(ids.items.flour);
  expect(before.reason.params.onHand).toBeGreaterThan(0);
  await t.db.writer
    .updateTable('balances')
    .set({ reservedMicro: before.reason.params.onHand * 1e6 })
    .where('itemId', '=', ids.items.flour)
    .where('placeId', '=', ids.branch1)
    .execute();
  const after = await loadSuggestion(ids.items.flour);
  expect([after.onHand, after.reason.params.onHand]).toEqual([before.onHand, 0]);
});

test("suggestions are available only for the user's own branches", async () => {
  expect((await t.as('branch').get(`/orders/suggestions?branch=${ids.branch2}`)).status).toBe(404);
  expect((await t.as('admin').get('/orders/suggestions')).status).toBe(422);
  expect((await t.as('admin').get(`/orders/suggestions?branch=${ids.branch2}`)).body).toHaveLength(5);
});
