import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountLine } from '#contract/counts.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids } from '../../testing/ids.ts';
import { receiveStock, stockAt } from '../../testing/orders.ts';
import { reconcile } from '../reconcile/reconcile.ts';

const { tomato } = ids.items;
const dayMs = 86_400_000;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('P3: what has expired is counted, written off and sent back all the same', async () => {
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', tomato)
    .execute();
  await receiveStock(t, ids.branch2, tomato, 10, 2, { lot: 'OLD', expiry: '2026-03-05' });
  const came = await t
    .as('branch2')
    .post('/transfers', { to: ids.branch1, items: [{ itemId: tomato, qty: 10 }] });
  expect((await t.as('branch2').patch(`/transfers/${came.body._id}`, { status: 'Sent' })).status).toBe(200);
  expect((await t.as('branch').patch(`/transfers/${came.body._id}`, { status: 'Received' })).status).toBe(
    200,
  );
  t.clock.advance(3 * dayMs);
  const branch = await t.signIn(ids.users.branch);
  const taker = await t.signIn(ids.users.branch2);
  const left = async () => (await stockAt(t, ids.branch1, tomato)).onHand;

  const made = await branch.post('/stock-counts', { type: 'spot', items: [tomato] });
  const count = `/stock-counts/${made.body._id}`;
  const { items } = (await branch.patch(count, { status: 'Counting' })).body as { items: CountLine[] };
  const old = items.find(({ lot }) => lot === 'OLD');
  const entry = { device: 'd', seq: 1, lineId: old?.lineId, mode: 'set', qty: 9 };
  expect((await branch.post(`${count}/events`, { events: [entry] })).status).toBe(200);
  expect((await branch.patch(count, { status: 'Submitted' })).status).toBe(200);
  const approved = await branch.patch(count, { status: 'Approved' });
  expect([approved.status, approved.text]).toEqual([200, approved.text]);
  expect(await left()).toBe(9);

  const thrown = await branch.post('/wastage', {
    branch: ids.branch1,
    item: tomato,
    qty: 4,
    reason: 'expired',
    lots: [{ lot: 'OLD', qty: 4 }],
  });
  expect([thrown.status, thrown.text]).toEqual([201, thrown.text]);
  expect(await left()).toBe(5);

  const back = await branch.post('/transfers', {
    kind: 'return',
    to: ids.branch2,
    items: [{ itemId: tomato, qty: 5, reasonCode: 'expired' }],
  });
  expect([back.status, back.text]).toEqual([201, back.text]);
  const sent = await branch.patch(`/transfers/${back.body._id}`, { status: 'Sent' });
  expect([sent.status, sent.text]).toEqual([200, sent.text]);
  expect((await taker.patch(`/transfers/${back.body._id}`, { status: 'Received' })).status).toBe(200);
  // It goes to waste where it came from, and to nobody's shelf.
  expect([await left(), (await stockAt(t, ids.branch2, tomato)).onHand]).toEqual([0, 0]);
  expect(await reconcile(t.db.read)).toEqual([]);
});
