import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { orderDay } from '#modules/reports/figures-shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
});
afterAll(() => t.close());

async function fetchBoard(user: 'admin' | 'branch' | 'branch2' | 'kitchen', day: string, search = '') {
  const { status, body } = await t.as(user).get(`/orders/day?day=${day}${search}`);
  expect(status).toBe(200);
  expect(buildResponseSchema(orderDay).parse(body)).toEqual(body);
  return body as { orders: { _id: string; status: string; lines: number; picked: number | null }[] };
}

test('returns the orders of a day and the next day, and all open orders, with picked lines', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const draft = await createOrderInStatus(t, 'Draft');
  const received = await createOrderInStatus(t, 'Received');
  const day = header.deliveryDate;
  expect((await fetchBoard('admin', day)).orders.map(({ _id }) => _id).toSorted()).toEqual(
    [header._id, draft.header._id, received.header._id].toSorted(),
  );
  // Nothing is due for delivery on this day, but open orders are still listed.
  const [open, ...none] = (await fetchBoard('admin', '2031-01-01')).orders;
  expect([open, none]).toMatchObject([{ _id: header._id, lines: lines.length, picked: 0 }, []]);
  await t.as('kitchen').patch(`/orders/${header._id}`, {
    items: [{ lineId: lines[0]?.lineId, pickedQty: 0, reason: 'out_of_stock' }],
  });
  expect((await fetchBoard('kitchen', '2031-01-01')).orders).toMatchObject([{ _id: header._id, picked: 1 }]);
});

test('users see their own orders, optionally of one kitchen', async () => {
  const { header } = await createOrderInStatus(t, 'Under Process');
  const draft = await createOrderInStatus(t, 'Draft');
  const day = header.deliveryDate;
  expect((await fetchBoard('branch2', day)).orders).toEqual([]);
  expect((await fetchBoard('kitchen', day)).orders.map(({ _id }) => _id)).not.toContain(draft.header._id);
  expect((await fetchBoard('admin', day, `&kitchen=${ids.kitchen}`)).orders).toHaveLength(2);
  expect((await fetchBoard('admin', day, '&kitchen=another')).orders).toEqual([]);
  expect((await t.as('admin').get('/orders/day?day=soon')).status).toBe(400);
});
