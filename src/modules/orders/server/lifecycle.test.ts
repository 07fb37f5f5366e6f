import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('a branch orders, the kitchen ships one line short, the branch receives with one damaged', async () => {
  const [branch, kitchen] = [t.as('branch'), t.as('kitchen')];
  const created = await branch.post('/orders', {
    deliveryDate: '2026-03-06',
    items: [
      { itemId: ids.items.flour, orderQty: 5 },
      { itemId: ids.items.tomato, orderQty: 12.5, unit: 'kg', note: 'ripe' },
    ],
  });
  expect(created.status).toBe(201);
  const path = `/orders/${created.body._id}`;
  const [flour, tomato] = created.body.items;
  expect((await branch.patch(path, { status: 'Under Review' })).body.dateTime).toBe(
    '2026-03-04T09:00:00.000Z',
  );
  expect((await kitchen.get(path)).status).toBe(404);
  const sent = await branch.patch(path, { status: 'Sent to Central Kitchen' });
  expect(sent.body.items[0]).toMatchObject({
    orderQty: 5,
    approvedQty: 5,
    pickedQty: null,
    shippedQty: null,
  });

  const accepted = await kitchen.patch(path, { status: 'Under Process' });
  expect(accepted.body.items[0].reservedQty).toBe(5);
  expect(await getStock(t, ids.kitchen, ids.items.flour)).toEqual({ onHand: 500, reserved: 50 });

  await kitchen.patch(path, {
    items: [{ lineId: flour.lineId, pickedQty: 4, shippedQty: 4 }],
    driver: 'Sam',
  });
  const withoutReason = await kitchen.patch(path, { status: 'Shipped' });
  expect(withoutReason).toMatchObject({
    status: 422,
    body: { fields: { [`items.${flour.lineId}.reason`]: expect.any(String) } },
  });
  await kitchen.patch(path, { items: [{ lineId: flour.lineId, reason: 'bag torn' }] });
  const shipped = await kitchen.patch(path, { status: 'Shipped' });
  expect(shipped.body).toMatchObject({
    deliveryNoteNo: 'DN-2026-000001',
    driver: 'Sam',
    fillRate: { lines: 0.5 },
    items: [
      { approvedQty: 5, shippedQty: 4, reservedQty: null },
      { approvedQty: 12.5, shippedQty: 12.5 },
    ],
  });
  expect(await getStock(t, ids.kitchen, ids.items.flour)).toEqual({ onHand: 460, reserved: 0 });
  expect(await getStock(t, transitLocation(ids.branch1), ids.items.flour)).toEqual({
    onHand: 40,
    reserved: 0,
  });

  await branch.patch(path, { items: [{ lineId: tomato.lineId, damagedQty: 1, note: 'crushed' }] });
  const received = await branch.patch(path, { status: 'Received' });
  expect(received.body).toMatchObject({
    status: 'Received',
    hasDiscrepancy: true,
    locked: true,
    allowedMoves: [],
  });
  expect(received.body.items[1]).toMatchObject({
    shippedQty: 12.5,
    receivedQty: 11.5,
    damagedQty: 1,
    shortQty: 0,
    overQty: 0,
  });
  expect(await getStock(t, ids.branch1, ids.items.tomato)).toEqual({ onHand: 11.5, reserved: 0 });
  expect(await getStock(t, holdLocation(ids.branch1), ids.items.tomato)).toEqual({ onHand: 1, reserved: 0 });
  expect(await getStock(t, transitLocation(ids.branch1), ids.items.tomato)).toEqual({
    onHand: 0,
    reserved: 0,
  });
  const open = await kitchen.get('/discrepancies?status=Open');
  expect(open.body).toMatchObject([
    { type: 'damaged', qty: 1, value: 2.1, orderLine: tomato.lineId, branchName: 'Riverside' },
  ]);

  const audit = await t.db.read
    .selectFrom('audit')
    .select(['action', 'userName', 'after'])
    .where('entityId', '=', created.body._id)
    .where('action', '=', 'status')
    .orderBy('seq')
    .execute();
  expect(audit.map((row) => [row.userName, JSON.parse(row.after ?? '{}').status])).toEqual([
    ['Test branch', 'Under Review'],
    ['Test branch', 'Sent to Central Kitchen'],
    ['Test kitchen', 'Under Process'],
    ['Test kitchen', 'Shipped'],
    ['Test branch', 'Received'],
  ]);
});

test('unshipping restores the previous state, and the order can ship again', async () => {
  const { header } = await createOrderInStatus(t, 'Under Process');
  const path = `/orders/${header._id}`;
  const stock = await getStock(t, ids.kitchen, ids.items.flour);
  const first = await t.as('kitchen').patch(path, { status: 'Shipped' });
  expect((await t.as('kitchen').patch(path, { status: 'Under Process' })).status).toBe(403);
  const back = await t.as('admin').patch(path, { status: 'Under Process' });
  expect(back.body).toMatchObject({ shippedAt: null, deliveryNoteNo: null, fillRate: null });
  expect(back.body.items[0].reservedQty).toBe(2);
  expect(await getStock(t, ids.kitchen, ids.items.flour)).toEqual(stock);
  const second = await t.as('kitchen').patch(path, { status: 'Shipped' });
  expect(second.body.deliveryNoteNo).not.toBe(first.body.deliveryNoteNo);
  expect((await t.as('branch').patch(path, { status: 'Received' })).status).toBe(200);
});

test.each<[description: string, entered: object, cleared: object]>([
  ['a quantity', { receivedQty: 2 }, { receivedQty: null }],
  ['that nothing arrived', { receivedQty: 0 }, { receivedQty: null }],
  ['that none is damaged', { damagedQty: 0 }, { damagedQty: null }],
  ['that nothing is short', { shortQty: 0 }, { shortQty: null }],
  ['a temperature', { temperature: 4 }, { temperature: null }],
  ['a reason', { reason: 'damaged: wet' }, { reason: null }],
])("can't be unshipped after the branch has entered %s, until it is cleared", async (_, entered, cleared) => {
  const { header, lines } = await createOrderInStatus(t, 'Shipped');
  const path = `/orders/${header._id}`;
  const editLine = (line: object) =>
    t.as('branch').patch(path, { items: [{ lineId: lines[0]?.lineId, ...line }] });
  // The kitchen loaded the order before the branch made the entry.
  const { headers } = await t.as('admin').get(path);
  expect((await editLine(entered)).status).toBe(200);
  const unship = (requestHeaders?: Record<string, string>) =>
    t.as('admin').patch(path, { status: 'Under Process' }, requestHeaders);
  expect(await unship()).toMatchObject({
    status: 409,
    body: {
      reason: 'receipt-started',
      params: { place: header.branchName },
      details: { allowed: ['Received'] },
    },
  });
  const etag = headers.get('etag');
  expect([409, 412]).toContain((await unship(etag ? { 'if-match': etag } : {})).status);
  const [line] = (await t.as('branch').get(path)).body.items;
  expect(line).toMatchObject('reason' in entered ? { reasonCode: 'damaged', reasonNote: 'wet' } : entered);
  expect((await editLine(cleared)).status).toBe(200);
  expect((await unship()).status).toBe(200);
});

test('entering received lots counts as starting the receipt', async () => {
  await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', ids.items.box).execute();
  await receiveStock(t, ids.kitchen, ids.items.box, 5, 1, { lot: 'B-1' });
  const items = [{ itemId: ids.items.box, orderQty: 2, unit: 'piece' }];
  const { header, lines } = await createOrderInStatus(t, 'Under Process', { items });
  const path = `/orders/${header._id}`;
  const line = (fields: object) => ({ items: [{ lineId: lines[0]?.lineId, ...fields }] });
  await t.as('kitchen').patch(path, line({ lots: [{ lot: 'B-1', qty: 2 }] }));
  expect((await t.as('kitchen').patch(path, { status: 'Shipped' })).status).toBe(200);
  const receipt = {
    receivedLots: [{ lot: 'B-1', receivedQty: 0, damagedQty: 0 }],
    receivedQty: null,
    damagedQty: null,
  };
  expect((await t.as('branch').patch(path, line(receipt))).status).toBe(200);
  const response = await t.as('admin').patch(path, { status: 'Under Process' });
  expect(response.body).toMatchObject({ code: 'ILLEGAL_TRANSITION', reason: 'receipt-started' });
});

test("rejects quantities that don't add up at receipt", async () => {
  const { header, lines } = await createOrderInStatus(t, 'Shipped');
  const path = `/orders/${header._id}`;
  const lineId = lines[0]?.lineId;
  await t.as('branch').patch(path, { items: [{ lineId, receivedQty: 2, damagedQty: 1 }] });
  const response = await t.as('branch').patch(path, { status: 'Received' });
  expect(response).toMatchObject({
    status: 422,
    body: { fields: { [`items.${lineId}.receivedQty`]: expect.any(String) } },
  });
  await t.as('branch').patch(path, { items: [{ lineId, overQty: 1 }] });
  expect((await t.as('branch').patch(path, { status: 'Received' })).status).toBe(200);
});

test('orders submitted after the cut-off are late', async () => {
  const { header } = await createOrderInStatus(t, 'Draft', { deliveryDate: '2026-03-04' });
  const response = await t.as('branch').patch(`/orders/${header._id}`, { status: 'Under Review' });
  expect(response.body).toMatchObject({ isLate: true, cutoffAt: '2026-03-03T16:00:00.000Z' });
});

test("lateness on a new delivery day depends on that day's cut-off", async () => {
  const { header } = await createOrderInStatus(t, 'Under Review', { deliveryDate: '2026-03-04' });
  const moveTo = async (deliveryDate: string) =>
    (await t.as('branch').patch(`/orders/${header._id}`, { deliveryDate })).body;
  expect(await moveTo('2026-03-06')).toMatchObject({ isLate: false, cutoffAt: '2026-03-05T16:00:00.000Z' });
  expect(await moveTo('2026-03-03')).toMatchObject({ isLate: true, cutoffAt: '2026-03-02T16:00:00.000Z' });
});

test("an order without a quantity can't be submitted", async () => {
  const { header } = await createOrderInStatus(t, 'Draft', {
    items: [{ itemId: ids.items.flour, orderQty: 0 }],
  });
  const response = await t.as('branch').patch(`/orders/${header._id}`, { status: 'Under Review' });
  expect(response).toMatchObject({ status: 422, body: { fields: { items: expect.any(String) } } });
});

test('reconcile finds no differences', async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
