import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discrepancy } from '../shapes.ts';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, getStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const { flour } = ids.items;
const places = {
  kitchen: ids.kitchen,
  transit: transitLocation(ids.branch1),
  branch: ids.branch1,
  hold: holdLocation(ids.branch1),
};

/** Receives an order of 2 cases of flour (20 kg) with these line entries; returns its only discrepancy. */
async function receiveWithDiscrepancy(line: object) {
  const { header, lines } = await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: flour, orderQty: 2 }],
  });
  await t.as('branch').patch(`/orders/${header._id}`, { items: [{ lineId: lines[0]?.lineId, ...line }] });
  const order = await t.as('branch').patch(`/orders/${header._id}`, { status: 'Received' });
  expect(order.body.hasDiscrepancy).toBe(true);
  const { body } = await t.as('branch').get(`/discrepancies?orderId=${header._id}`);
  expect(body).toHaveLength(1);
  return { orderId: header._id, opened: body[0] };
}

async function loadFlourByPlace() {
  const onHand: Record<string, number> = {};
  for (const [name, placeId] of Object.entries(places))
    onHand[name] = (await getStock(t, placeId, flour)).onHand;
  return onHand as Record<keyof typeof places, number>;
}

const short = { receivedQty: 1 };
const damaged = { damagedQty: 1 };
const over = { receivedQty: 3, overQty: 1 };

test('records users, action and note in the history', async () => {
  const { opened } = await receiveWithDiscrepancy(short);
  const path = `/discrepancies/${opened._id}`;
  await t.as('kitchen').patch(path, { action: 'found_at_kitchen', note: 'behind the door' });
  // Repeating the resolution changes nothing.
  await t.as('kitchen').patch(path, { action: 'found_at_kitchen' });
  const { body: history } = await t.as('branch').get(`${path}/history`);
  expect(history).toEqual([
    expect.objectContaining({ from: null, to: 'Open', verb: null, by: ids.users.branch, reason: null }),
    expect.objectContaining({
      from: 'Open',
      to: 'Resolved',
      verb: 'found_at_kitchen',
      by: ids.users.kitchen,
      reason: 'behind the door',
      reasonCode: 'other',
    }),
  ]);
  expect((await t.as('branch2').get(`${path}/history`)).status).toBe(404);
});

test.each([
  ['short', short, 'found_at_kitchen', 'kitchen', { transit: -10, kitchen: 10 }],
  ['short', short, 'found_at_branch', 'branch', { transit: -10, branch: 10 }],
  ['short', short, 'written_off', 'kitchen', { transit: -10 }],
  ['short', short, 'resend', 'kitchen', { transit: -10, kitchen: 10 }],
  [
    'wrong_item',
    { ...short, reason: 'wrong_item' },
    'found_at_kitchen',
    'kitchen',
    { transit: -10, kitchen: 10 },
  ],
  ['damaged', damaged, 'written_off', 'kitchen', { hold: -10 }],
  ['damaged', damaged, 'returned', 'branch', { hold: -10, kitchen: 10 }],
  ['damaged', damaged, 'resend', 'kitchen', { hold: -10 }],
  ['over', over, 'confirmed', 'kitchen', { kitchen: -10, branch: 10 }],
  ['over', over, 'returned', 'kitchen', {}],
] as [string, object, string, TestUser, Partial<Record<keyof typeof places, number>>][])(
  '%s %j: %s by the %s',
  async (type, line, action, user, change) => {
    const { orderId, opened } = await receiveWithDiscrepancy(line);
    expect(buildResponseSchema(discrepancy).parse(opened)).toEqual(opened);
    expect(opened).toMatchObject({ type, qty: 1, value: 12, status: 'Open', unitSymbol: 'case' });
    const before = await loadFlourByPlace();
    const charged = type === 'damaged' && action !== 'returned' ? { chargedTo: 'carrier' } : {};
    const response = await t
      .as(user)
      .patch(`/discrepancies/${opened._id}`, { action, ...charged, note: 'looked into' });
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'Resolved', action, note: 'looked into', version: 2, ...charged },
    });
    const after = await loadFlourByPlace();
    for (const place of Object.keys(places) as (keyof typeof places)[]) {
      expect([place, after[place] - before[place]]).toEqual([place, change[place] ?? 0]);
    }
    expect((await t.as('branch').get(`/orders/${orderId}`)).body.hasDiscrepancy).toBe(false);
    const secondResponse = await t.as(user).patch(`/discrepancies/${opened._id}`, { action, ...charged });
    expect(secondResponse).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await loadFlourByPlace()).toEqual(after);
  },
);

test("a follow-up order appears in the kitchen's list", async () => {
  const { opened } = await receiveWithDiscrepancy(short);
  const { body } = await t.as('kitchen').patch(`/discrepancies/${opened._id}`, { action: 'resend' });
  const order = await t.as('kitchen').get(`/orders/${body.followUpOrderId}`);
  expect(order.body).toMatchObject({
    status: 'Sent to Central Kitchen',
    branchName: 'Riverside',
    deliveryDate: '2026-03-05',
    notes: `Resends items reported as short on ${opened.orderNo}.`,
    items: [{ itemId: flour, orderQty: 1, approvedQty: 1, shippedQty: null }],
  });
  expect(
    (await t.as('kitchen').patch(`/orders/${body.followUpOrderId}`, { status: 'Under Process' })).status,
  ).toBe(200);
});

test('rejects users, actions, input and versions that are not allowed', async () => {
  const { opened } = await receiveWithDiscrepancy(damaged);
  const path = `/discrepancies/${opened._id}`;
  const patchAs = (user: TestUser, body: object, headers = {}) => t.as(user).patch(path, body, headers);
  expect((await patchAs('branch2', { action: 'returned' })).status).toBe(404);
  expect((await patchAs('staff', { action: 'returned' })).status).toBe(403);
  expect((await patchAs('viewer', { action: 'returned' })).status).toBe(403);
  expect((await patchAs('branch', { action: 'resend' })).status).toBe(403);
  expect(await patchAs('kitchen', { action: 'confirmed' })).toMatchObject({
    status: 422,
    body: { fields: { action: expect.any(String) } },
  });
  expect(await patchAs('kitchen', { action: 'written_off' })).toMatchObject({
    status: 422,
    body: { fields: { chargedTo: expect.any(String) } },
  });
  expect(await patchAs('kitchen', { action: 'resend' })).toMatchObject({
    status: 422,
    body: { fields: { chargedTo: expect.any(String) } },
  });
  expect((await patchAs('kitchen', { action: 'returned', qty: 5 })).status).toBe(422);
  expect((await patchAs('kitchen', { action: 'returned' }, { 'if-match': '"9"' })).status).toBe(412);
  expect((await patchAs('kitchen', { action: 'returned' })).status).toBe(200);
  expect(await patchAs('kitchen', { action: 'resend' })).toMatchObject({
    status: 409,
    body: { code: 'ILLEGAL_TRANSITION' },
  });
  expect((await t.anonymous.get('/discrepancies')).status).toBe(401);
  expect((await t.as('branch2').get('/discrepancies')).body).toEqual([]);
});

test('rejects a second resolution and returns the first, even if only the charged party differs', async () => {
  const { opened } = await receiveWithDiscrepancy(damaged);
  const path = `/discrepancies/${opened._id}`;
  const first = { action: 'written_off', chargedTo: 'carrier', note: 'dropped' };
  expect((await t.as('branch').patch(path, first)).status).toBe(200);
  for (const second of [
    { action: 'resend', chargedTo: 'kitchen' },
    { ...first, chargedTo: 'kitchen' },
  ]) {
    const response = await t.as('kitchen').patch(path, second, { 'if-match': '"1"' });
    expect(response).toMatchObject({ status: 409, body: { code: 'ILLEGAL_TRANSITION' } });
    const { current } = response.body.details;
    expect(buildResponseSchema(discrepancy).parse(current)).toEqual(current);
    expect(current).toMatchObject({ status: 'Resolved', ...first, resolvedByName: expect.any(String) });
  }
});

test('a follow-up order can be cancelled but not deleted, because its discrepancy links to it', async () => {
  const { opened, orderId } = await receiveWithDiscrepancy(short);
  const { body } = await t.as('kitchen').patch(`/discrepancies/${opened._id}`, { action: 'resend' });
  const path = `/orders/${body.followUpOrderId}`;
  for (const status of ['Under Review', 'Draft']) await t.as('branch').patch(path, { status });
  expect(await t.as('branch').delete(path)).toMatchObject({
    status: 409,
    body: { code: 'IN_USE', reason: 'follow-up-not-deletable', params: { no: opened.orderNo } },
  });
  expect((await t.as('branch').patch(path, { status: 'Cancelled' })).status).toBe(200);
  expect((await t.as('kitchen').get(path)).body).toMatchObject({ status: 'Cancelled' });
  expect(orderId).not.toBe(body.followUpOrderId);

  const transfer = { from: ids.branch1, to: ids.branch2, items: [{ itemId: flour, qty: 3 }] };
  const { body: created } = await t.as('branch').post('/transfers', transfer);
  await t.as('branch').patch(`/transfers/${created._id}`, { status: 'Sent' });
  const items = [{ lineId: created.items[0].lineId, receivedQty: 2 }];
  await t.as('branch2').patch(`/transfers/${created._id}`, { items });
  await t.as('branch2').patch(`/transfers/${created._id}`, { status: 'Received' });
  const [transferDiscrepancy] = (await t.as('branch').get(`/discrepancies?orderId=${created._id}`)).body;
  const secondResponse = await t
    .as('branch')
    .patch(`/discrepancies/${transferDiscrepancy._id}`, { action: 'resend' });
  const draftPath = `/transfers/${secondResponse.body.followUpOrderId}`;
  for (const user of ['branch', 'branch2'] as const)
    expect((await t.as(user).delete(draftPath)).status).toBe(409);
});

test('reconcile finds no differences', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
