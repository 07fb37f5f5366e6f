import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderStatus, orderStatuses } from '../status.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, ids.items.flour, 100_000);
  await receiveStock(t, ids.kitchen, ids.items.tomato, 100_000);
});
afterAll(() => t.close());

const sent = 'Sent to Central Kitchen';

/** Expected transitions by demo user, written by hand from the design. */
const allowedTransitions: [from: OrderStatus, to: OrderStatus, users: TestUser[]][] = [
  ['Draft', 'Under Review', ['branch', 'staff', 'admin', 'master']],
  ['Draft', 'Cancelled', ['branch', 'staff', 'admin', 'master']],
  ['Under Review', 'Draft', ['branch', 'staff', 'admin', 'master']],
  ['Under Review', sent, ['branch', 'admin', 'master']],
  ['Under Review', 'Rejected', ['branch', 'admin', 'master']],
  ['Under Review', 'Cancelled', ['branch', 'staff', 'admin', 'master']],
  [sent, 'Under Review', ['branch', 'admin', 'master']],
  [sent, 'Under Process', ['kitchen', 'admin', 'master']],
  [sent, 'Rejected', ['kitchen', 'admin', 'master']],
  [sent, 'Cancelled', ['kitchen', 'admin', 'master']],
  ['Under Process', sent, ['kitchen', 'admin', 'master']],
  ['Under Process', 'Shipped', ['kitchen', 'admin', 'master']],
  ['Under Process', 'Cancelled', ['kitchen', 'admin', 'master']],
  ['Shipped', 'Under Process', ['admin', 'master']],
  ['Shipped', 'Received', ['branch', 'admin', 'master']],
  ['Rejected', 'Draft', ['branch', 'staff', 'admin', 'master']],
];

const users: TestUser[] = ['branch', 'staff', 'branch2', 'kitchen', 'admin', 'master', 'viewer'];

/** Orders that never reached the kitchen. */
const neverSent: OrderStatus[] = ['Draft', 'Under Review', 'Cancelled'];

function expectedStatus(from: OrderStatus, to: OrderStatus, user: TestUser): number {
  if (user === 'branch2' || (user === 'kitchen' && neverSent.includes(from))) return 404;
  if (user === 'viewer') return 403;
  if (from === to) return 200;
  const row = allowedTransitions.find(([a, b]) => a === from && b === to);
  if (!row) return 409;
  return row[2].includes(user) ? 200 : 403;
}

describe.each(orderStatuses.map((from) => [from]))('an order that is %s', (from) => {
  test.each(users.map((user) => [user]))('as %s', async (user) => {
    const statusCodes: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const to of orderStatuses) {
      const { header } = await createOrderInStatus(t, from);
      if (['Under Review', sent, 'Under Process', 'Shipped'].includes(from)) {
        const saved = await t.as('admin').patch(`/orders/${header._id}`, { transitionReason: 'a reason' });
        expect(saved.status).toBe(200);
      }
      const response = await t.as(user).patch(`/orders/${header._id}`, { status: to });
      statusCodes[to] = response.status;
      expected[to] = expectedStatus(from, to, user);
      if (response.status === 200) {
        expect(response.body.status).toBe(to);
        expect(response.headers.get('etag')).toBe(`"${response.body.version}"`);
      }
      if (response.status === 409) {
        expect(response.body.code).toBe('ILLEGAL_TRANSITION');
        const offered = (await t.as(user).get(`/orders/${header._id}`)).body.allowedMoves.map(
          (move: { to: string }) => move.to,
        );
        expect(response.body.details.allowed).toEqual(offered);
      }
      if (response.status >= 400) {
        const row = await t.db.read
          .selectFrom('orders')
          .select('status')
          .where('_id', '=', header._id)
          .executeTakeFirst();
        expect(row?.status).toBe(from);
      }
    }
    expect(statusCodes).toEqual(expected);
  });
});

test('reconcile finds no differences afterwards', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});

test.each([
  [sent, 'Rejected', 'kitchen'],
  [sent, 'Cancelled', 'kitchen'],
  ['Under Review', 'Rejected', 'branch'],
  ['Under Process', 'Cancelled', 'kitchen'],
  ['Under Review', 'Draft', 'admin'],
] as [OrderStatus, OrderStatus, TestUser][])('%s to %s by %s requires a reason', async (from, to, user) => {
  const { header } = await createOrderInStatus(t, from);
  const path = `/orders/${header._id}`;
  const response = await t.as(user).patch(path, { status: to });
  expect(response).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  expect(Object.keys(response.body.fields)).toEqual(['transitionReason']);
  expect((await t.as(user).patch(path, { rejectReason: 'no driver' })).body.transitionReason).toBe(
    'no driver',
  );
  const moved = await t.as(user).patch(path, { status: to });
  expect(moved.body.transitionReason).toBeNull();
  expect(moved.body.statusHistory.at(-1)).toMatchObject({ from, to, reason: 'no driver' });
});

test('a branch recalls its own order without a reason', async () => {
  const { header } = await createOrderInStatus(t, 'Under Review');
  expect((await t.as('branch').patch(`/orders/${header._id}`, { status: 'Draft' })).status).toBe(200);
});

test('repeating the current status changes nothing', async () => {
  const { header } = await createOrderInStatus(t, 'Shipped');
  const moves = () =>
    t.db.read.selectFrom('stockMoves').select('seq').where('docId', '=', header._id).execute();
  const before = await moves();
  const repeated = await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' });
  expect(repeated).toMatchObject({ status: 200, body: { version: header.version } });
  expect(await moves()).toEqual(before);
});

test('rejects an unknown status with an error on its field', async () => {
  const { header } = await createOrderInStatus(t, 'Draft');
  const response = await t.as('branch').patch(`/orders/${header._id}`, { status: 'Lost' });
  expect(response).toMatchObject({ status: 422, body: { fields: { status: expect.any(String) } } });
});

test("status can't be combined with other fields", async () => {
  const { header } = await createOrderInStatus(t, 'Draft');
  const response = await t
    .as('branch')
    .patch(`/orders/${header._id}`, { status: 'Under Review', notes: 'x' });
  expect(response).toMatchObject({
    status: 422,
    body: { fields: { status: expect.stringContaining('must contain only status') } },
  });
});

test('a stale version returns 412 with the current order', async () => {
  const { header } = await createOrderInStatus(t, 'Draft');
  const path = `/orders/${header._id}`;
  expect((await t.as('branch').patch(path, { notes: 'first' }, { 'if-match': '"1"' })).status).toBe(200);
  const stale = await t.as('branch').patch(path, { notes: 'second' }, { 'if-match': '"1"' });
  expect(stale).toMatchObject({
    status: 412,
    body: { code: 'STALE_VERSION', details: { current: { notes: 'first', version: 2 } } },
  });
  expect((await t.as('branch').patch(path, { status: 'Under Review' }, { 'if-match': '"1"' })).status).toBe(
    412,
  );
  expect((await t.as('branch').get(path)).body).toMatchObject({ notes: 'first', status: 'Draft' });
});
