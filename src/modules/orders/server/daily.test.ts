import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordersOfDay } from '#modules/reports/figures-shapes.ts';
import { dayMs } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
const march = '/orders/summary?from=2026-03-01&to=2026-03-31';
beforeAll(async () => {
  t = await createTestApp();
  for (const [status, deliveryDate] of [
    ['Draft', '2026-03-10'],
    ['Under Review', '2026-03-10'],
    ['Shipped', '2026-03-10'],
    ['Rejected', '2026-03-10'],
    ['Received', '2026-03-12'],
    ['Under Process', '2026-04-01'],
  ] as const)
    await createOrderInStatus(t, status, { deliveryDate });
  await createOrderInStatus(t, 'Under Review', { deliveryDate: '2026-03-12', branch: ids.branch2 });
});
afterAll(() => t.close());

const days = async (user: TestUser, path = march) => (await t.as(user).get(path)).body;

test('counts submitted orders and their shipped lines by delivery day', async () => {
  const all = await days('admin');
  for (const row of all) expect(buildResponseSchema(ordersOfDay).parse(row)).toEqual(row);
  expect(all).toEqual([
    { day: '2026-03-10', orders: 2, lines: 2, linesComplete: 2 },
    { day: '2026-03-12', orders: 2, lines: 2, linesComplete: 2 },
  ]);
});

test('matches the order list for the same days and statuses', async () => {
  const statuses = 'Under Review,Sent to Central Kitchen,Under Process,Shipped,Received';
  const list = await t.as('admin').get(`/orders?from=2026-03-10&to=2026-03-10&status=${statuses}`);
  expect(list.body.total).toBe(2);
});

test('users see their own orders, optionally of one branch', async () => {
  expect(await days('branch2')).toEqual([{ day: '2026-03-12', orders: 1, lines: 0, linesComplete: 0 }]);
  expect(await days('kitchen')).toMatchObject([{ orders: 1 }, { orders: 1 }]);
  expect(await days('admin', `${march}&branch=${ids.branch2}`)).toMatchObject([{ orders: 1 }]);
  expect(await days('branch', `${march}&branch=${ids.branch2}`)).toEqual([]);
});

test('requires a date range', async () => {
  expect((await t.as('admin').get('/orders/summary')).status).toBe(400);
  const decade = await t.as('admin').get('/orders/summary?from=2016-01-01&to=2026-01-01');
  expect([decade.status, decade.body.fields]).toEqual([400, { from: 'At most 400 days' }]);
});

test('lists orders that have been in transit since before a given time', async () => {
  const now = t.clock.now().getTime();
  const shipped = async (ms: number) => {
    const before = encodeURIComponent(new Date(ms).toISOString());
    return (await t.as('admin').get(`/orders?status=Shipped&shippedBefore=${before}`)).body.total;
  };
  expect([await shipped(now + 1), await shipped(now - dayMs)]).toEqual([1, 0]);
  expect((await t.as('admin').get('/orders?shippedBefore=yesterday')).status).toBe(400);
});
