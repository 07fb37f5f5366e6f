import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { orderFigures } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
});
afterAll(() => t.close());

const line = (orderQty: number) => ({ items: [{ itemId: ids.items.flour, orderQty }] });
const fetchFigures = async (id: string, user: 'branch' | 'admin' | 'kitchen' | 'branch2' = 'branch') =>
  t.as(user).get(`/orders/${id}/figures`);

test('returns branch stock, incoming quantities, par and typical orders, excluding this order', async () => {
  await createOrderInStatus(t, 'Received', line(1));
  t.clock.advance(1000);
  await createOrderInStatus(t, 'Shipped', line(0.5));
  t.clock.advance(1000);
  const other = await createOrderInStatus(t, 'Under Review', line(3));
  t.clock.advance(1000);
  const order = await createOrderInStatus(t, 'Under Review', line(40));
  const { status, body } = await fetchFigures(order.header._id);
  expect(status).toBe(200);
  expect(buildResponseSchema(orderFigures).parse(body)).toEqual(body);
  expect(body.sameDay.map((order: { _id: string }) => order._id)).toContain(other.header._id);
  expect(body.sameDay.map((order: { _id: string }) => order._id)).not.toContain(order.header._id);
  expect(body.lines).toEqual([
    {
      lineId: order.lines[0]?.lineId,
      onHand: 1,
      inTransit: 0.5,
      alreadyOrdered: 3,
      par: 3,
      lastOrderQty: 3,
      averageQty: 1.5,
      kitchenAvailable: 48.5,
    },
  ]);
});

test("omits same-day orders that the reader can't see", async () => {
  const day = { ...line(1), deliveryDate: '2026-03-20' };
  const draft = await createOrderInStatus(t, 'Draft', day);
  const order = await createOrderInStatus(t, 'Under Process', day);
  const sameDayIds = async (user: 'branch' | 'kitchen') =>
    (await fetchFigures(order.header._id, user)).body.sameDay.map((order: { _id: string }) => order._id);
  expect(await sameDayIds('branch')).toEqual([draft.header._id]);
  expect(await sameDayIds('kitchen')).toEqual([]);
});

test("counts the kitchen's reservation for this order, but not for others", async () => {
  await createOrderInStatus(t, 'Under Process', line(8));
  const order = await createOrderInStatus(t, 'Under Process', line(10));
  const { body } = await fetchFigures(order.header._id, 'kitchen');
  expect(body.lines[0]).toMatchObject({ kitchenAvailable: 42 });
  expect(body.negativeStock).toBe('block');
});

test('the stock rule is `warn` if the kitchen allows negative stock or was never counted', async () => {
  const order = await createOrderInStatus(t, 'Under Process', line(1));
  await t.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock: 'warn' });
  expect((await fetchFigures(order.header._id, 'kitchen')).body.negativeStock).toBe('warn');
  await t.as('admin').put(`/branch/${ids.kitchen}`, { negativeStock: 'block' });
  await t.db.write((tx) =>
    tx.updateTable('branches').set({ countedAt: null }).where('_id', '=', ids.kitchen).execute(),
  );
  expect((await fetchFigures(order.header._id, 'kitchen')).body.negativeStock).toBe('warn');
});

test('figures are visible to users who see the order', async () => {
  const order = await createOrderInStatus(t, 'Under Review', line(1));
  expect((await fetchFigures(order.header._id, 'admin')).status).toBe(200);
  expect((await fetchFigures(order.header._id, 'branch2')).status).toBe(404);
  expect((await fetchFigures(order.header._id, 'kitchen')).status).toBe(404);
});
