import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountLine } from '#modules/stock-counts/shapes.ts';
import { dayMs } from '#core/day.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { tomato } = ids.items;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Creates an item with 4 kg of an expired lot, 3 kg on hold and 2 kg usable. */
async function createItemWithLots(place: string): Promise<string> {
  const created = await t.as('admin').post('/items', {
    itemCode: `LOTS-${(itemCount += 1)}`,
    name: `Lots ${itemCount}`,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
    trackLots: true,
    trackExpiry: true,
    shelfLifeDays: 30,
  });
  const item = created.body._id;
  await receiveStock(t, place, item, 4, 2, { lot: 'OLD', expiry: '2026-02-25' });
  await receiveStock(t, place, item, 3, 2, { lot: 'HELD', expiry: '2026-04-25' });
  await receiveStock(t, place, item, 2, 2, { lot: 'GOOD', expiry: '2026-04-25' });
  await t.db.writer
    .updateTable('lots')
    .set({ heldAt: t.clock.now().toISOString() })
    .where('itemId', '=', item)
    .where('code', '=', 'HELD')
    .execute();
  return item;
}
let itemCount = 0;

const loadLotQuantities = async (place: string, itemId: string) => {
  const rows = await t.db.read
    .selectFrom('lotBalances')
    .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
    .select(['code', 'onHandMicro'])
    .where('lotBalances.itemId', '=', itemId)
    .where('lotBalances.placeId', '=', place)
    .where('onHandMicro', '<>', 0)
    .orderBy('code')
    .execute();
  return Object.fromEntries(rows.map(({ code, onHandMicro }) => [code, Number(onHandMicro) / 1e6]));
};

test.each([
  ['block', 409, { OLD: 4, HELD: 3, GOOD: 2 }],
  ['warn', 200, { OLD: 4, HELD: 3, '': -1 }],
])(
  "P3, M7: a batch never uses expired or held lots when the kitchen's negative stock rule is %s",
  async (rule, status, expectedLots) => {
    await t.db.writer
      .updateTable('branches')
      .set({ negativeStock: rule })
      .where('_id', '=', ids.kitchen)
      .execute();
    const item = await createItemWithLots(ids.kitchen);
    const admin = t.as('admin');
    const recipe = await admin.post('/recipes', {
      name: `From lots ${itemCount}`,
      kind: 'sub-recipe',
      outputItem: ids.items.flour,
      yieldQty: 1,
      yieldUnit: ids.units.kg,
      components: [{ itemId: item, qty: 1, unit: ids.units.kg }],
    });
    const body = { recipeId: recipe.body._id, plannedQty: 3, plannedFor: '2026-03-04', kitchen: ids.kitchen };
    const batch = (await admin.post('/production-batches', body)).body;
    await admin.patch(`/production-batches/${batch._id}`, { status: 'In Progress' });
    const finished = await admin.patch(`/production-batches/${batch._id}`, { status: 'Completed' });
    expect([finished.status, finished.text]).toEqual([status, finished.text]);
    if (status === 409)
      expect(finished.body).toMatchObject({
        reason: 'lots-not-usable',
        params: { lots: expect.stringMatching(/OLD .*HELD|HELD.*OLD/) },
      });
    expect(await loadLotQuantities(ids.kitchen, item)).toEqual(expectedLots);
    expect(await reconcile(t.db.read)).toEqual([]);
  },
);

test('P3: sales of an expired lot are posted and reported', async () => {
  const item = await createItemWithLots(ids.branch1);
  const admin = t.as('admin');
  await t.db.writer
    .updateTable('branches')
    .set({ depletesStock: 1 })
    .where('_id', '=', ids.branch1)
    .execute();
  const row = { branch: ids.branch1, day: '2026-03-03', code: `SOLD-${itemCount}`, qty: 5, net: 50 };
  await admin.post('/sales', { source: 'Till', rows: [row] });
  const mapped = await admin.put('/sales/till-items', { source: 'Till', code: row.code, itemId: item });
  expect([mapped.status, mapped.text]).toEqual([200, mapped.text]);
  const resent = await admin.post('/sales', { source: 'Till', rows: [{ ...row, net: 51 }] });
  expect(resent.body.days[0].gaps).toEqual([
    { kind: 'expired', recipeId: null, itemId: item, name: `Lots ${itemCount}`, qty: 3 },
  ]);
  expect(await loadLotQuantities(ids.branch1, item)).toEqual({ OLD: 1, HELD: 3 });
});

test('P3: expired stock can still be counted, written off and returned', async () => {
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', tomato)
    .execute();
  await receiveStock(t, ids.branch2, tomato, 10, 2, { lot: 'OLD', expiry: '2026-03-05' });
  const receipt = await t
    .as('branch2')
    .post('/transfers', { to: ids.branch1, items: [{ itemId: tomato, qty: 10 }] });
  expect((await t.as('branch2').patch(`/transfers/${receipt.body._id}`, { status: 'Sent' })).status).toBe(
    200,
  );
  expect((await t.as('branch').patch(`/transfers/${receipt.body._id}`, { status: 'Received' })).status).toBe(
    200,
  );
  t.clock.advance(3 * dayMs);
  const branch = await t.signIn(ids.users.branch);
  const receiver = await t.signIn(ids.users.branch2);
  const loadOnHand = async () => (await getStock(t, ids.branch1, tomato)).onHand;

  const created = await branch.post('/stock-counts', { type: 'spot', itemIds: [tomato] });
  const count = `/stock-counts/${created.body._id}`;
  const { items } = (await branch.patch(count, { status: 'Counting' })).body as { items: CountLine[] };
  const oldLine = items.find(({ lot }) => lot === 'OLD');
  const entry = { device: 'd', seq: 1, lineId: oldLine?.lineId, mode: 'set', qty: 9 };
  expect((await branch.post(`${count}/events`, { events: [entry] })).status).toBe(200);
  expect((await branch.patch(count, { status: 'Submitted' })).status).toBe(200);
  const approved = await branch.patch(count, { status: 'Approved' });
  expect([approved.status, approved.text]).toEqual([200, approved.text]);
  expect(await loadOnHand()).toBe(9);

  const wasted = await branch.post('/wastage', {
    branch: ids.branch1,
    item: tomato,
    qty: 4,
    reason: 'expired',
    lots: [{ lot: 'OLD', qty: 4 }],
  });
  expect([wasted.status, wasted.text]).toEqual([201, wasted.text]);
  expect(await loadOnHand()).toBe(5);

  const returned = await branch.post('/transfers', {
    kind: 'return',
    to: ids.branch2,
    items: [{ itemId: tomato, qty: 5, reasonCode: 'expired' }],
  });
  expect([returned.status, returned.text]).toEqual([201, returned.text]);
  const sent = await branch.patch(`/transfers/${returned.body._id}`, { status: 'Sent' });
  expect([sent.status, sent.text]).toEqual([200, sent.text]);
  expect((await receiver.patch(`/transfers/${returned.body._id}`, { status: 'Received' })).status).toBe(200);
  // The goods are wasted at the sender and don't enter the receiver's stock.
  expect([await loadOnHand(), (await getStock(t, ids.branch2, tomato)).onHand]).toEqual([0, 0]);
  expect(await reconcile(t.db.read)).toEqual([]);
});
