import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockSummary } from '#contract/figures.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids, type TestUser } from '../../testing/ids.ts';
import { orderIn, receiveStock } from '../../testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const summary = async (user: TestUser, query = '') => (await t.as(user).get(`/stock/summary${query}`)).body;
const branch1 = `?branch=${ids.branch1}`;

test('every shelf with a level or a balance stands in one state', async () => {
  expect(await summary('admin', branch1)).toEqual({
    belowPar: 0,
    belowMin: 0,
    out: 5,
    negative: 0,
    value: 0,
  });
  const level = ids.levels(0, 0);
  const { body, headers } = await t.as('admin').get(`/item-levels/${level}`);
  expect(headers.get('etag')).not.toBeNull();
  await receiveStock(t, ids.branch1, ids.items.flour, body.min / 2, 1.2);
  expect(await summary('admin', branch1)).toMatchObject({ belowMin: 1, out: 4, value: (body.min / 2) * 1.2 });
  await receiveStock(t, ids.branch1, ids.items.flour, body.min / 2, 1.2);
  expect(await summary('admin', branch1)).toMatchObject({ belowPar: 1, belowMin: 0, out: 4 });
  await receiveStock(t, ids.branch1, ids.items.flour, body.par - body.min, 1.2);
  expect(await summary('admin', branch1)).toMatchObject({ belowPar: 0, belowMin: 0, out: 4 });
});

test('what is on the road lies on no shelf', async () => {
  const before = await summary('admin', branch1);
  await orderIn(t, 'Shipped');
  expect(await summary('admin', branch1)).toEqual(before);
});

test('everybody sees their own shelves; their worth, who may see costs', async () => {
  const all = await summary('admin');
  expect(stockSummary.parse(all)).toEqual(all);
  expect(all.value).toBeGreaterThan(0);
  const own = await summary('branch');
  expect(own).toEqual({ ...(await summary('admin', branch1)), value: null });
  expect(await summary('branch', `?branch=${ids.branch2}`)).toMatchObject({ out: 0 });
  expect((await summary('kitchen')).out).toBe((await summary('admin', `?branch=${ids.kitchen}`)).out);
});
