import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test("stores a short line's reason as a code and a note, and also returns it as text", async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const [flour] = lines;
  const path = `/orders/${header._id}`;
  const save = (reason: string | null, user: 'kitchen' | 'admin' = 'kitchen') =>
    t.as(user).patch(path, { items: [{ lineId: flour?.lineId, pickedQty: 1, reason }] });
  const cases: [sent: string | null, text: string | null, code: string | null, note: string | null][] = [
    ['out_of_stock', 'Out of stock', 'out_of_stock', null],
    ['damaged: torn sack', 'Damaged: torn sack', 'damaged', 'torn sack'],
    // Sent by clients that don't support reason codes.
    ['Out of stock', 'Out of stock', 'out_of_stock', null],
    ['نفد من المخزون', 'نفد من المخزون', 'out_of_stock', null],
    ['The oven is cold', 'The oven is cold', 'other', 'The oven is cold'],
    ['  ', null, null, null],
    [null, null, null, null],
  ];
  for (const [sent, reason, reasonCode, reasonNote] of cases) {
    const { status, body } = await save(sent);
    expect([status, body.items[0]]).toEqual([
      200,
      expect.objectContaining({ reason, reasonCode, reasonNote }),
    ]);
  }
  await save('quality');
  const single = await t.as('kitchen').get(path);
  const list = await t.as('kitchen').get(`/orders?view=full&q=${header.orderNo}`);
  for (const line of [single.body.items[0], list.body.orders[0].items[0]])
    expect(line).toMatchObject({ reason: 'Quality', reasonCode: 'quality', reasonNote: null });
});

test('a minimal response includes the code of a saved reason', async () => {
  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const edit = { items: [{ lineId: lines[0]?.lineId, pickedQty: 1, reason: 'Expired: the milk' }] };
  const response = await t.as('kitchen').patch(`/orders/${header._id}`, edit, { prefer: 'return=minimal' });
  expect(response.body.savedLines).toEqual([
    {
      lineId: lines[0]?.lineId,
      pickedQty: 1,
      reason: 'Expired: the milk',
      reasonCode: 'expired',
      reasonNote: 'the milk',
    },
  ]);
});

test('history and audit contain the code of a rejection reason', async () => {
  const { header } = await createOrderInStatus(t, 'Under Review');
  const path = `/orders/${header._id}`;
  await t.as('admin').patch(path, { transitionReason: 'ordered_twice: see the one before' });
  expect((await t.as('admin').get(path)).body.transitionReason).toBe('Ordered twice: see the one before');
  const rejected = await t.as('admin').patch(path, { status: 'Rejected' });
  const reason = {
    reason: 'Ordered twice: see the one before',
    reasonCode: 'ordered_twice',
    reasonNote: 'see the one before',
  };
  expect(rejected.body.statusHistory.at(-1)).toMatchObject({ to: 'Rejected', ...reason });
  const audit = await t.as('admin').get(`/audit?entity=orders&entityId=${header._id}`);
  const step = audit.body.find((entry: { action: string }) => entry.action === 'status');
  expect(step.after).toEqual({ status: 'Rejected', ...reason });
});

test.each(['wrong_item', 'Wrong item delivered', 'سُلّم صنف خاطئ', 'wrong item delivered: beans'])(
  'a shortage with the reason “wrong item” is a wrong-item discrepancy, entered as %j',
  async (reason) => {
    const { header, lines } = await createOrderInStatus(t, 'Shipped');
    const path = `/orders/${header._id}`;
    await t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, receivedQty: 1, reason }] });
    await t.as('branch').patch(path, { status: 'Received' });
    const discrepancies = await t.as('branch').get(`/discrepancies?q=${header.orderNo}`);
    expect(discrepancies.body.map(({ type }: { type: string }) => type)).toEqual(['wrong_item']);
  },
);

test('head office adds, renames and archives reasons; those that documents or rules use can’t be deleted', async () => {
  const admin = t.as('admin');
  const input = { code: 'lift_broken', name: 'Lift out of order', nameAlt: 'المصعد معطل', forPicking: true };
  const created = await admin.post('/reasons', { ...input, aliases: 'No lift\nElevator broken' });
  expect(created).toMatchObject({ status: 201, body: { ...input, forWaste: false, requiresNote: false } });
  expect((await t.as('kitchen').get('/reasons')).body.length).toBeGreaterThan(40);
  expect((await t.as('branch').post('/reasons', { ...input, code: 'x', name: 'X' })).status).toBe(403);

  const { header, lines } = await createOrderInStatus(t, 'Under Process');
  const save = (reason: string) =>
    t.as('kitchen').patch(`/orders/${header._id}`, { items: [{ lineId: lines[0]?.lineId, reason }] });
  for (const text of ['lift_broken', 'المصعد معطل', 'elevator BROKEN'])
    expect((await save(text)).body.items[0].reasonCode).toBe('lift_broken');

  const path = `/reasons/${created.body._id}`;
  expect(await admin.put(path, { name: 'Goods lift out of order' })).toMatchObject({ status: 200 });
  expect((await save('lift_broken: since noon')).body.items[0].reason).toBe(
    'Goods lift out of order: since noon',
  );
  expect(await admin.put(path, { code: 'lift' })).toMatchObject({
    status: 422,
    body: { fieldReasons: { code: { reason: 'reason-code-locked' } } },
  });
  expect(await admin.delete(path)).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
  expect((await admin.put(path, { isActive: false })).status).toBe(200);
  expect((await save('Goods lift out of order')).body.items[0].reasonCode).toBe('lift_broken');

  const { body } = await admin.get('/reasons?q=wrong_item');
  for (const response of [
    await admin.delete(`/reasons/${body[0]._id}`),
    await admin.put(`/reasons/${body[0]._id}`, { isActive: false }),
  ])
    expect(response).toMatchObject({ status: 409, body: { reason: 'reason-of-rules' } });
});

test.each([
  [{ code: 'two  spaces' }, 'code', 'reason-code'],
  [{ code: 'رمز' }, 'code', 'reason-code'],
  [{ code: 'a: b' }, 'code', 'reason-code'],
  [{ code: 'constructor_' }, 'code', 'reason-code'],
])('rejects an invalid reason code: %j', async (entered, field, reason) => {
  const response = await t.as('admin').post('/reasons', { name: 'New one', ...entered });
  expect(response).toMatchObject({ status: 422, body: { fieldReasons: { [field]: { reason } } } });
});

test('waste accepts every waste reason, and requires a note if the reason does', async () => {
  const waste = { item: ids.items.flour, qty: 1, branch: ids.branch1 };
  const post = (fields: object) => t.as('branch').post('/wastage', { ...waste, ...fields });
  const reason = { code: 'fell off', name: 'Fell off the truck', forWaste: true, requiresNote: true };
  const created = await t.as('admin').post('/reasons', reason);
  expect(await post({ reason: 'fell off' })).toMatchObject({
    status: 422,
    body: { fieldReasons: { note: { reason: 'waste-note', params: { reason: 'fell off' } } } },
  });
  const stored = await post({ reason: 'fell off', note: 'on the ring road' });
  expect(stored).toMatchObject({ status: 201, body: { reason: 'fell off' } });
  expect((await t.as('branch').get('/wastage?reason=fell%20off')).body).toHaveLength(1);
  for (const unknown of ['out_of_stock', 'constructor', 'gone'])
    expect(await post({ reason: unknown })).toMatchObject({
      status: 422,
      body: { fieldReasons: { reason: { reason: 'one-of-reasons' } } },
    });

  // Archived: existing documents keep it, new ones can't use it.
  await t.as('admin').put(`/reasons/${created.body._id}`, { isActive: false });
  const replacement = { ...waste, reason: 'fell off', note: 'on the ring road, at noon' };
  expect((await t.as('branch').put(`/wastage/${stored.body._id}`, replacement)).status).toBe(200);
  expect((await post(replacement)).status).toBe(422);
});
