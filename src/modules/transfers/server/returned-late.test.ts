import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReturnableLine } from '../shapes.ts';
import type { Transfer } from '../shapes.ts';
import { dayMs } from '#core/day.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestTransfer, patchTransfer } from '#app/server/testing/transfers.ts';

const { tomato } = ids.items;
const [stockPlace, holdPlace] = [ids.branch2, `${ids.branch2}:hold`];

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

const setTracking = () =>
  t.db.writer.updateTable('items').set({ trackLots: 1, trackExpiry: 1 }).where('_id', '=', tomato).execute();

/** Ships this quantity from branch 2 to branch 1 and receives it. */
async function deliverToBranch1(qty: number, overrides: object = {}): Promise<Transfer> {
  const { _id } = await createTestTransfer(t.as('branch2'), {
    to: ids.branch1,
    items: [{ itemId: tomato, qty, ...overrides }],
  });
  await patchTransfer(t.as('branch2'), _id, { status: 'Sent' });
  return patchTransfer(t.as('branch'), _id, { status: 'Received' });
}
async function sendReturn(qty: number, overrides: object = {}): Promise<Transfer> {
  const items = [{ itemId: tomato, qty, reasonCode: 'overstock', ...overrides }];
  const { _id } = await createTestTransfer(t.as('branch'), { kind: 'return', to: ids.branch2, items });
  return patchTransfer(t.as('branch'), _id, { status: 'Sent' });
}
async function receiveReturn(id: string, input: object): Promise<void> {
  const { items } = (await t.as('branch2').get(`/transfers/${id}`)).body as Transfer;
  await patchTransfer(t.as('branch2'), id, { items: [{ lineId: items[0]?.lineId, ...input }] });
  await patchTransfer(t.as('branch2'), id, { status: 'Received' });
}
async function resolveDiscrepancy(client: TestClient, transfer: string, action: string): Promise<void> {
  const [discrepancy] = (await client.get(`/discrepancies?orderId=${transfer}`)).body;
  const response = await client.patch(`/discrepancies/${discrepancy._id}`, { action });
  expect(response.status, response.text).toBe(200);
}
const loadOnHand = async (place: string) => (await getStock(t, place, tomato)).onHand;

test('T9: returned goods found after expiry go on hold, not into stock', async () => {
  await setTracking();
  await receiveStock(t, ids.branch2, tomato, 4, 2, { lot: 'OLD', expiry: '2026-03-05' });
  await deliverToBranch1(4);
  const { _id } = await sendReturn(2);
  await receiveReturn(_id, { receivedQty: 0 });
  t.clock.advance(5 * dayMs);
  await resolveDiscrepancy(await t.signIn(ids.users.branch2), _id, 'found_at_branch');
  expect([await loadOnHand(stockPlace), await loadOnHand(holdPlace)]).toEqual([0, 2]);
});

test.each([
  ['overstock', stockPlace, 6, 0],
  ['quality', holdPlace, 0, 6],
  ['broken', holdPlace, 0, 2],
])(
  'T9: an over-receipt of a return, resolved by %s, enters stock only where the rest did',
  async (reasonCode, place, stockQty, holdQty) => {
    await receiveStock(t, ids.branch2, tomato, 10, 2);
    await deliverToBranch1(10);
    const { _id } = await sendReturn(4, { reasonCode });
    await receiveReturn(_id, { receivedQty: 6 });
    await resolveDiscrepancy(t.as('branch'), _id, 'confirmed');
    const moves = (await t.as('admin').get(`/stock/moves?itemId=${tomato}&limit=100`)).body as {
      toPlace: string;
      kind: string;
      qty: number;
    }[];
    expect(moves.filter(({ kind }) => kind === 'confirmed')).toMatchObject([{ toPlace: place, qty: 2 }]);
    expect([
      await loadOnHand(ids.branch1),
      await loadOnHand(stockPlace),
      await loadOnHand(holdPlace),
    ]).toEqual([4, stockQty, holdQty]);
  },
);

test('T9: goods of a return to waste that are found later are also wasted', async () => {
  await receiveStock(t, ids.branch2, tomato, 10, 2);
  await deliverToBranch1(10);
  const { _id } = await sendReturn(4, { reasonCode: 'broken' });
  await receiveReturn(_id, { receivedQty: 1 });
  await resolveDiscrepancy(t.as('branch2'), _id, 'found_at_branch');
  const moves = (await t.as('admin').get(`/stock/moves?itemId=${tomato}&limit=100`)).body as {
    kind: string;
    qty: number;
  }[];
  const wasted = moves.filter(({ kind }) => kind === 'return_wasted').map(({ qty }) => qty);
  expect([
    wasted.toSorted((a, b) => a - b),
    await loadOnHand(stockPlace),
    await loadOnHand(holdPlace),
  ]).toEqual([[1, 3], 0, 0]);
});

const loadReturnable = async () => {
  const path = `/transfers/returnable?from=${ids.branch1}&to=${ids.branch2}`;
  const lines = (await t.as('branch').get(path)).body as ReturnableLine[];
  return lines.map(({ lineId, returnedQty, leftQty, lots }) => ({
    lineId,
    returnedQty,
    leftQty,
    lots: lots.map(({ lot, leftQty: remainingQty }) => `${lot} ${remainingQty}`),
  }));
};

test('T4: a return from several deliveries at once reduces each of them', async () => {
  await setTracking();
  await receiveStock(t, ids.branch2, tomato, 5, 2, { lot: 'A', expiry: '2026-04-05' });
  await receiveStock(t, ids.branch2, tomato, 5, 2, { lot: 'B', expiry: '2026-04-06' });
  const [lineA] = (await deliverToBranch1(5, { lot: 'A' })).items;
  await deliverToBranch1(5, { lot: 'B' });
  const returnTransfer = await sendReturn(8);
  expect(returnTransfer.items[0]?.returnOf).toBeNull();
  expect(await loadReturnable()).toEqual([
    { lineId: lineA?.lineId, returnedQty: 3, leftQty: 2, lots: ['A 2'] },
  ]);
});

test('T4, T5: after part of a delivery of two lots is returned, the rest can still be returned by lot', async () => {
  await setTracking();
  await receiveStock(t, ids.branch2, tomato, 5, 2, { lot: 'A', expiry: '2026-04-05' });
  await receiveStock(t, ids.branch2, tomato, 5, 2, { lot: 'B', expiry: '2026-04-06' });
  const [line] = (await deliverToBranch1(10)).items;
  await sendReturn(4, { lot: 'A' });
  expect(await loadReturnable()).toEqual([
    { lineId: line?.lineId, returnedQty: 4, leftQty: 6, lots: ['B 5', 'A 1'] },
  ]);
});
