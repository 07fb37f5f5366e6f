import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

/** The kitchen is in Auckland and branch 1 in Honolulu, one or two calendar days behind it. */
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ now: '2026-04-03T00:00:00.000Z' });
  await setTimezone(ids.kitchen, 'Pacific/Auckland');
  await setTimezone(ids.branch1, 'Pacific/Honolulu');
  await receiveStock(t, ids.branch1, ids.items.flour, 100, 1.2);
  await receiveStock(t, ids.kitchen, ids.items.flour, 100, 1.2);
});
afterAll(() => t.close());

const setTimezone = (branch: string, timezone: string) =>
  t.db.writer.updateTable('branches').set({ timezone }).where('_id', '=', branch).execute();
let admin: TestClient;
/** Moves the clock far ahead; all users sign in again. */
async function setClock(time: string): Promise<void> {
  t.clock.advance(Date.parse(time) - t.clock.now().getTime());
  admin = await t.signIn(ids.users.admin);
}
const loadMoveDays = async (docId: string) =>
  (await admin.get(`/stock/moves?docId=${docId}&itemId=${ids.items.flour}&sort=seq`)).body.map(
    (move: { kind: string; businessDay: string; arrivalDay: string }) => [
      move.kind,
      move.businessDay,
      move.arrivalDay,
    ],
  );
const loadOrderDays = (id: string) =>
  t.db.read
    .selectFrom('orders')
    .select(['shippedDay', 'receivedDay'])
    .where('_id', '=', id)
    .executeTakeFirstOrThrow();

test.each([
  // In Auckland, daylight saving time ends on 5 April and starts on 27 September.
  ['2026-04-04T10:59:00.000Z', '2026-04-04', '2026-04-04'],
  ['2026-04-04T11:01:00.000Z', '2026-04-05', '2026-04-04'],
  ['2026-04-05T11:59:00.000Z', '2026-04-05', '2026-04-05'],
  ['2026-04-05T12:01:00.000Z', '2026-04-06', '2026-04-05'],
  ['2026-09-26T09:59:00.000Z', '2026-09-26', '2026-09-25'],
  ['2026-09-26T10:01:00.000Z', '2026-09-26', '2026-09-26'],
  ['2026-09-27T10:59:00.000Z', '2026-09-27', '2026-09-27'],
  ['2026-09-27T11:01:00.000Z', '2026-09-28', '2026-09-27'],
])('at %s a shipment leaves on %s and enters transit on %s', async (at, leaves, arrives) => {
  await setClock(at);
  const { header } = await createOrderInStatus(t, 'Shipped');
  expect(await loadMoveDays(header._id)).toEqual([['ship', leaves, arrives]]);
  expect(await loadOrderDays(header._id)).toEqual({ shippedDay: leaves, receivedDay: null });
});

test("posts a receipt on the branch's day; an unshipped shipment leaves no daily total", async () => {
  await setClock('2026-10-01T11:01:00.000Z');
  const received = await createOrderInStatus(t, 'Received');
  expect(await loadMoveDays(received.header._id)).toEqual([
    ['ship', '2026-10-02', '2026-10-01'],
    ['receive', '2026-10-01', '2026-10-01'],
  ]);
  expect(await loadOrderDays(received.header._id)).toEqual({
    shippedDay: '2026-10-02',
    receivedDay: '2026-10-01',
  });
  const shipped = await createOrderInStatus(t, 'Shipped');
  await admin.patch(`/orders/${shipped.header._id}`, { status: 'Under Process' });
  expect(await loadOrderDays(shipped.header._id)).toEqual({ shippedDay: null, receivedDay: null });
});

test("dates waste by the branch's day in the record, moves, list and daily report", async () => {
  await setClock('2026-10-10T12:00:00.000Z');
  const flour = { item: ids.items.flour, qty: 1, reason: 'spoiled' };
  const recordWaste = (branch: string, dateTime: string) =>
    admin.post('/wastage', { ...flour, branch, dateTime });
  const before = (await recordWaste(ids.branch1, '2026-10-08T09:59:00.000Z')).body;
  const after = (await recordWaste(ids.branch1, '2026-10-08T10:01:00.000Z')).body;
  const kitchenBefore = (await recordWaste(ids.kitchen, '2026-10-08T10:59:00.000Z')).body;
  const kitchenAfter = (await recordWaste(ids.kitchen, '2026-10-08T11:01:00.000Z')).body;
  expect([before, after, kitchenBefore, kitchenAfter].map((record) => record.businessDay)).toEqual([
    '2026-10-07',
    '2026-10-08',
    '2026-10-08',
    '2026-10-09',
  ]);
  expect(await loadMoveDays(kitchenAfter._id)).toEqual([['waste', '2026-10-09', '2026-10-09']]);
  const listWaste = async (from: string, to: string) =>
    (await admin.get(`/wastage?from=${from}&to=${to}&sort=number`)).body.map(
      (record: { _id: string }) => record._id,
    );
  expect(await listWaste('2026-10-07', '2026-10-07')).toEqual([before._id]);
  expect(await listWaste('2026-10-08', '2026-10-08')).toEqual([after._id, kitchenBefore._id]);
  expect(await listWaste('2026-10-09', '2026-10-10')).toEqual([kitchenAfter._id]);
  const summary = (await admin.get('/wastage/summary?from=2026-10-01&to=2026-10-10')).body;
  expect(summary.map((row: { day: string; records: number }) => [row.day, row.records])).toEqual([
    ['2026-10-07', 1],
    ['2026-10-08', 2],
    ['2026-10-09', 1],
  ]);
});

test('reverses waste on its original day, and keeps that day if a correction has no time', async () => {
  await setClock('2026-10-15T12:00:00.000Z');
  const body = { item: ids.items.flour, qty: 2, reason: 'spoiled', branch: ids.branch1 };
  const created = (await admin.post('/wastage', { ...body, dateTime: '2026-10-12T10:01:00.000Z' })).body;
  const path = `/wastage/${created._id}`;
  expect((await admin.put(path, { ...body, qty: 3 })).body.businessDay).toBe('2026-10-12');
  const moved = await admin.put(path, { ...body, qty: 3, dateTime: '2026-10-13T09:59:00.000Z' });
  expect(moved.body.businessDay).toBe('2026-10-12');
  await admin.put(path, { ...body, qty: 3, dateTime: '2026-10-13T10:01:00.000Z' });
  await admin.delete(path);
  const days = await loadMoveDays(created._id);
  expect(days.map(([kind, day]: string[]) => `${kind} ${day}`)).toEqual([
    'waste 2026-10-12',
    'waste_reversal 2026-10-12',
    'waste 2026-10-12',
    'waste_reversal 2026-10-12',
    'waste 2026-10-12',
    'waste_reversal 2026-10-12',
    'waste 2026-10-13',
    'waste_reversal 2026-10-13',
  ]);
  expect(await reconcile(t.db.read)).toEqual([]);
});
