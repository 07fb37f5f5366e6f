import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StockUse, stockUse } from '../shapes.ts';
import { transitLocation } from '../ledger-locations.ts';
import type { Posting } from '../postings.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { postStockChange } from './ledger.ts';

/** The branch is in Auckland: 1 April 11:30 UTC is 2 April there. */
let t: TestApp;
let admin: TestClient;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-03-04T09:00:00.000Z' });
  await t.db.writer
    .updateTable('branches')
    .set({ timezone: 'Pacific/Auckland' })
    .where('_id', '=', ids.branch1)
    .execute();
  await receiveStock(t, ids.branch1, ids.items.flour, 1000, 1.2);
  await receiveStock(t, ids.branch1, ids.items.tomato, 1000, 1.2);
});
afterAll(() => t.close());

let usageCount = 0;
async function recordUsage(
  itemId: string,
  qty: number,
  effectiveAt: string,
  kind: Posting['kind'] = 'consumption',
) {
  const docId = `use-${++usageCount}`;
  const locations = { fromPlace: ids.branch1, toPlace: kind === 'waste' ? 'wastage' : 'consumption' };
  const doc = { docType: 'sales' as const, docId, docLineId: docId, lot: '' };
  const posting = { itemId, ...locations, ...doc, qtyMicro: qty * 1e6, kind, effectiveAt };
  const context = { userId: ids.users.admin, now: t.clock.now().toISOString() };
  await t.db.write((tx) => postStockChange(tx, { postings: [posting] }, context));
}
async function setClock(time: string): Promise<void> {
  t.clock.advance(Date.parse(time) - t.clock.now().getTime());
  admin = await t.signIn(ids.users.admin);
}
const loadUsage = async (placeId: string, itemId: string): Promise<StockUse | undefined> =>
  (await admin.get(`/stock/use?placeId=${placeId}&itemId=${itemId}`)).body[0];

test('counts whole local days before today, at most four weeks back', async () => {
  await setClock('2026-04-01T10:30:00.000Z');
  // Today (1 April in Auckland) and days before the window don't count.
  await recordUsage(ids.items.flour, 500, '2026-04-01T10:00:00.000Z');
  await recordUsage(ids.items.flour, 100, '2026-03-03T10:59:00.000Z');
  await recordUsage(ids.items.flour, 7, '2026-03-03T11:01:00.000Z');
  await recordUsage(ids.items.flour, 21, '2026-03-31T10:59:00.000Z');
  await recordUsage(ids.items.flour, 90, '2026-03-20T10:00:00.000Z', 'waste');
  const usage = await loadUsage(ids.branch1, ids.items.flour);
  expect(buildResponseSchema(stockUse).parse(usage)).toEqual(usage);
  expect(usage).toEqual({ itemId: ids.items.flour, perDay: 1, days: 28, basis: 'use' });
  // An hour later it is 2 April there: yesterday's 500 count, and 4 March is out of the window.
  await setClock('2026-04-01T11:30:00.000Z');
  expect(await loadUsage(ids.branch1, ids.items.flour)).toMatchObject({ perDay: 18.607143, days: 28 });
});

test('the stock card, order guide and branch levels show the same usage, each in its own unit', async () => {
  await recordUsage(ids.items.tomato, 14, '2026-03-30T00:00:00.000Z');
  const guide = (await admin.get(`/orders/suggestions?branch=${ids.branch1}`)).body as {
    itemId: string;
    usagePerDay: number | null;
    unitNum: number;
    unitDen: number;
  }[];
  const levels = (await admin.get(`/item-levels/use?branchId=${ids.branch1}`)).body as StockUse[];
  for (const item of [ids.items.flour, ids.items.tomato]) {
    const card = await loadUsage(ids.branch1, item);
    const row = guide.find(({ itemId }) => itemId === item);
    expect(card?.perDay).toBeGreaterThan(0);
    // A case of flour is ten kilograms.
    expect(((row?.usagePerDay ?? 0) * (row?.unitNum ?? 0)) / (row?.unitDen ?? 1)).toBeCloseTo(
      card?.perDay ?? 0,
      4,
    );
    expect(levels.find(({ itemId }) => itemId === item)?.perDay).toBe(card?.perDay);
  }
  expect(guide.find(({ itemId }) => itemId === ids.items.milk)?.usagePerDay).toBeNull();
});

test('usage is computed from shipments of a kitchen, or from receipts of a branch without sales, and requires a week of history', async () => {
  await setClock('2026-05-01T09:00:00.000Z');
  await createOrderInStatus(t, 'Received', {
    branch: ids.branch2,
    items: [{ itemId: ids.items.milk, orderQty: 7 }],
  });
  await setClock('2026-05-07T09:00:00.000Z');
  expect(await loadUsage(ids.branch2, ids.items.milk)).toBeUndefined();
  await setClock('2026-05-08T09:00:00.000Z');
  expect(await loadUsage(ids.branch2, ids.items.milk)).toEqual({
    itemId: ids.items.milk,
    perDay: 12,
    days: 7,
    basis: 'deliveries',
  });
  // 84 litres in 28 days: unlike the branch, the kitchen already had milk before that week.
  expect(await loadUsage(ids.kitchen, ids.items.milk)).toMatchObject({ perDay: 3, days: 28, basis: 'use' });
  expect(await loadUsage(transitLocation(ids.branch2), ids.items.milk)).toBeUndefined();
});

test("returns only the user's own locations", async () => {
  const branch = await t.signIn(ids.users.branch);
  expect((await branch.get(`/stock/use?placeId=${ids.branch2}`)).body).toEqual([]);
  expect((await admin.get(`/stock/use?placeId=${ids.branch2}`)).body).toHaveLength(1);
  expect((await admin.get('/stock/use?placeId=nowhere')).body).toEqual([]);
  expect((await admin.get('/stock/use')).status).toBe(400);
  expect(await reconcile(t.db.read)).toEqual([]);
});
