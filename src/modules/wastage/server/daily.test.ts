import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wastageOfDay } from '#modules/reports/figures-shapes.ts';
import { toUtcDay } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
let today: string;
beforeAll(async () => {
  t = await createTestApp();
  today = toUtcDay(t.clock.now());
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  await receiveStock(t, ids.branch2, ids.items.flour, 100, 2);
});
afterAll(() => t.close());

const body = { item: ids.items.flour, qty: 2.5, reason: 'spoiled' };
const loadDays = async (user: TestUser, params = '') =>
  (await t.as(user).get(`/wastage/summary?from=2026-01-01&to=${today}${params}`)).body;

test('sums posted waste by day, without drafts and reversed records', async () => {
  await t.as('branch').post('/wastage', body);
  await t.as('branch').post('/wastage', { ...body, status: 'Draft' });
  const { _id } = (await t.as('branch').post('/wastage', body)).body;
  await t.as('branch').delete(`/wastage/${_id}`);
  await t.as('branch2').post('/wastage', body);
  const all = await loadDays('admin');
  for (const row of all) expect(buildResponseSchema(wastageOfDay).parse(row)).toEqual(row);
  expect(all).toEqual([{ day: today, records: 2, cost: 8 }]);
  expect(await loadDays('branch')).toEqual([{ day: today, records: 1, cost: 3 }]);
  expect(await loadDays('admin', `&branch=${ids.branch2}`)).toEqual([{ day: today, records: 1, cost: 5 }]);
});
