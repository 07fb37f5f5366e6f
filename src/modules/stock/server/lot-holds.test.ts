import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lot, type LotTrace, lotStock, lotTrace } from '#modules/lots/shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  const tracking = { trackExpiry: 1, shelfLifeDays: 9 } as const;
  await t.db.writer.updateTable('items').set(tracking).where('_id', '=', ids.items.milk).execute();
  await receiveStock(t, ids.kitchen, ids.items.milk, 100);
});
afterAll(() => t.close());

const code = 'IT-002-20260304-1';
const buildMilk = (orderQty: number, branch = ids.branch1) => ({
  branch,
  items: [{ itemId: ids.items.milk, orderQty, unit: 'l' }],
});
const hold = (isHeld: boolean, user: 'kitchen' | 'admin' | 'branch' | 'viewer' = 'kitchen', overrides = {}) =>
  t.as(user).patch('/lots', {
    itemId: ids.items.milk,
    lot: code,
    hold: isHeld,
    reasonCode: isHeld ? 'recall' : 'checked',
    ...overrides,
  });

test("lists lots by location, earliest expiry first, within the user's scope", async () => {
  const { body, headers } = await t.as('admin').get('/lots');
  for (const row of body) expect(buildResponseSchema(lotStock).parse(row)).toEqual(row);
  expect(body).toMatchObject([
    { lot: code, expiry: '2026-03-13', placeId: ids.kitchen, onHand: 100, usable: 100, state: 'usable' },
    { lot: null, expiry: null, onHand: 600, hold: null },
  ]);
  expect(headers.get('x-total-count')).toBe('2');
  expect((await t.as('kitchen').get(`/lots?q=${code.slice(0, 6)}`)).body).toHaveLength(2);
  expect((await t.as('kitchen').get(`/lots?lot=${code}`)).body).toHaveLength(1);
  expect((await t.as('branch').get('/lots')).body).toEqual([]);
  expect((await t.as('branch').get(`/lots/trace?itemId=${ids.items.milk}&lot=${code}`)).status).toBe(404);
});

test("a held lot can't be picked, shipped or used from that moment, even if already picked", async () => {
  const { header } = await createOrderInStatus(t, 'Under Process', buildMilk(10));
  const { lineId } = (await t.as('kitchen').get(`/orders/${header._id}`)).body.items[0];
  const pick = (pickedQty: number) =>
    t.as('kitchen').patch(`/orders/${header._id}`, { items: [{ lineId, pickedQty }] });
  expect((await pick(10)).body.items[0].lots).toMatchObject([{ lot: code, qty: 10 }]);

  expect((await hold(true, 'branch')).status).toBe(404);
  expect((await hold(true, 'viewer')).status).toBe(403);
  expect((await hold(true, 'kitchen', { reasonCode: 'checked' })).body.fields).toHaveProperty('reasonCode');
  // "Other" requires a note.
  for (const isHeld of [true, false])
    expect((await hold(isHeld, 'kitchen', { reasonCode: 'other' })).body.fields).toEqual({
      note: 'This reason needs a note.',
    });
  expect((await hold(true, 'kitchen', { lot: 'NONE' })).status).toBe(404);
  const heldLot = await hold(true, 'kitchen', { note: 'glass found' });
  expect(buildResponseSchema(lot).parse(heldLot.body)).toEqual(heldLot.body);
  expect(heldLot.body).toMatchObject({ version: 2, hold: { reasonCode: 'recall', note: 'glass found' } });
  expect((await hold(true, 'admin')).body).toEqual(heldLot.body);

  expect(await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' })).toMatchObject({
    status: 409,
    body: {
      code: 'LOT_ON_HOLD',
      error: `Lot ${code} of Whole milk is on hold. Choose another lot, or ask for this one to be released.`,
      reason: 'lot-on-hold',
      details: { lot: code },
      fields: { [`items.${lineId}.lots`]: expect.any(String) },
    },
  });
  // Reducing a pick of a held lot is allowed; increasing it is not.
  expect((await pick(4)).body.items[0].lots).toMatchObject([{ lot: code, qty: 4 }]);
  const pickInput = { lineId, pickedQty: 5, lots: [{ lot: code, qty: 5 }] };
  expect((await t.as('kitchen').patch(`/orders/${header._id}`, { items: [pickInput] })).body.code).toBe(
    'LOT_ON_HOLD',
  );
  // A shipment without a pick takes stock without a lot instead.
  const other = await createOrderInStatus(t, 'Shipped', buildMilk(5));
  expect((await t.as('admin').get(`/orders/${other.header._id}`)).body.items[0].lots).toEqual([]);
  expect((await t.as('admin').get('/lots?state=held')).body).toMatchObject([{ state: 'held', usable: 0 }]);

  const stale = await t
    .as('kitchen')
    .patch(
      '/lots',
      { itemId: ids.items.milk, lot: code, hold: false, reasonCode: 'checked' },
      { 'if-match': '"1"' },
    );
  expect(stale.status).toBe(412);
  expect((await hold(false)).body).toMatchObject({ version: 3, hold: null });
  await pick(10);
  expect((await t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' })).status).toBe(200);
  const audit = await t.db.read
    .selectFrom('audit')
    .select(['action', 'userName'])
    .where('action', 'in', ['hold', 'release'])
    .orderBy('seq')
    .execute();
  expect(audit).toEqual([
    { action: 'hold', userName: 'Test kitchen' },
    { action: 'release', userName: 'Test kitchen' },
  ]);
});

test('a shipment concurrent with a hold either precedes it or is rejected with the lot in the error', async () => {
  await t.db.writer.updateTable('items').set({ trackLots: 1 }).where('_id', '=', ids.items.bun).execute();
  await receiveStock(t, ids.kitchen, ids.items.bun, 20, 1, { lot: 'RUSH', expiry: '2026-03-07' });
  const orders = await Promise.all(
    Array.from({ length: 6 }, () =>
      createOrderInStatus(t, 'Under Process', {
        items: [{ itemId: ids.items.bun, orderQty: 2, unit: ids.units.piece }],
      }),
    ),
  );
  for (const { header, lines } of orders) {
    const line = { lineId: lines[0]?.lineId, pickedQty: 2, lots: [{ lot: 'RUSH', qty: 2 }] };
    expect((await t.as('kitchen').patch(`/orders/${header._id}`, { items: [line] })).status).toBe(200);
  }
  const rush = { itemId: ids.items.bun, lot: 'RUSH', hold: true, reasonCode: 'recall' };
  const ship = ({ header }: (typeof orders)[number]) =>
    t.as('kitchen').patch(`/orders/${header._id}`, { status: 'Shipped' });
  const [firstShipment, ...otherShipments] = orders.map(ship);
  const [holdResponse, ...shipped] = await Promise.all([
    t.as('kitchen').patch('/lots', rush),
    firstShipment,
    ...otherShipments,
  ]);
  expect(holdResponse.status).toBe(200);
  const refused = shipped.filter((response) => response?.status !== 200);
  for (const response of refused)
    expect(response).toMatchObject({ status: 409, body: { code: 'LOT_ON_HOLD', details: { lot: 'RUSH' } } });
  const lotsInTransit = (await t.as('admin').get(`/lots?lot=RUSH&placeId=${ids.branch1}:transit`)).body;
  const shippedCount = shipped.length - refused.length;
  expect(lotsInTransit.map(({ onHand }: { onHand: number }) => onHand)).toEqual(
    shippedCount === 0 ? [] : [shippedCount * 2],
  );
  // No more of the lot is issued.
  for (const [index, response] of shipped.entries())
    if (response?.status !== 200) {
      const order = orders[index];
      expect(order && (await ship(order)).body.code).toBe('LOT_ON_HOLD');
    }
  expect(await reconcile(t.db.read)).toEqual([]);
  await t.as('kitchen').patch('/lots', { ...rush, hold: false, reasonCode: 'checked' });
});

test('traces a lot to orders, branches and losses; quantities add up, and each user sees their part', async () => {
  const { header } = await createOrderInStatus(t, 'Shipped', buildMilk(20, ids.branch2));
  const { lineId } = (await t.as('admin').get(`/orders/${header._id}`)).body.items[0];
  const arrived = { lineId, receivedLots: [{ lot: code, receivedQty: 15, damagedQty: 2 }] };
  await t.as('branch2').patch(`/orders/${header._id}`, { items: [arrived] });
  await t.as('branch2').patch(`/orders/${header._id}`, { status: 'Received' });
  const waste = { item: ids.items.milk, lot: code, reason: 'dropped' };
  await t.as('branch2').post('/wastage', { ...waste, qty: 4 });
  const mistake = (await t.as('branch2').post('/wastage', { ...waste, qty: 1 })).body;
  await t.as('admin').delete(`/wastage/${mistake._id}`);
  await t.as('kitchen').post('/wastage', { ...waste, qty: 3 });

  const all = (await t.as('admin').get(`/lots/trace?itemId=${ids.items.milk}&lot=${code}`)).body;
  expect(buildResponseSchema(lotTrace).parse(all)).toEqual(all);
  const zeroTotals = {
    found: 0,
    fromOtherLot: 0,
    used: 0,
    sold: 0,
    lost: 0,
    returned: 0,
    toOtherLot: 0,
    sent: 0,
  };
  expect(all.totals).toEqual({
    ...zeroTotals,
    received: 100,
    onHand: 67 + 11,
    inTransit: 10 + 3,
    onHold: 2,
    wasted: 7,
  });
  expect(all.origin).toMatchObject([
    { docType: 'goods_receipt', day: '2026-03-04', placeId: ids.kitchen, qty: 100, byName: 'Test admin' },
  ]);
  expect(all.shipments).toMatchObject([
    { branchName: 'Riverside', shipped: 10, received: 0, damaged: 0 },
    { docNo: header.orderNo, branchName: 'Station', shipped: 20, received: 15, damaged: 2 },
  ]);
  expect(
    all.exits.map(({ placeName, qty, byName }: LotTrace['exits'][number]) => [placeName, qty, byName]),
  ).toEqual([
    ['Station', 4, 'Test branch2'],
    ['Central Kitchen', 3, 'Test kitchen'],
  ]);
  const traceAs = (user: 'branch2' | 'branch' | 'kitchen') =>
    t.as(user).get(`/lots/${all.lot._id}/trace?direction=backward`);
  const station = (await traceAs('branch2')).body;
  expect(station.totals).toEqual({
    ...zeroTotals,
    received: 20,
    onHand: 11,
    inTransit: 3,
    onHold: 2,
    wasted: 4,
  });
  expect(station.origin).toMatchObject([{ docType: 'order', docNo: header.orderNo, qty: 20 }]);
  expect(station.shipments).toHaveLength(1);
  expect(JSON.stringify(station)).not.toContain('Riverside');
  const kitchen = (await traceAs('kitchen')).body;
  expect(kitchen.totals).toMatchObject({ received: 100, onHand: 67, inTransit: 13, wasted: 3, sent: 17 });
  expect((await traceAs('branch')).body.totals).toMatchObject({ received: 10, inTransit: 10 });
  const withoutLot = (await t.as('admin').get(`/lots/trace?itemId=${ids.items.milk}`)).body;
  expect(withoutLot).toMatchObject({
    lot: { lot: null },
    totals: { received: 600, onHand: 595, inTransit: 5 },
  });
  expect((await t.as('admin').get('/lots/nothing/trace')).status).toBe(404);
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
});
