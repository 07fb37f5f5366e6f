import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { order as orderContract } from '../shapes.ts';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, getStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { rebuildLots } from '#modules/stock/server/lot-rebuild.ts';

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
  await track(ids.items.tomato, { trackLots: 1, trackExpiry: 1 });
  await track(ids.items.milk, { trackExpiry: 1, shelfLifeDays: 9 });
});
afterAll(() => t.close());

const track = (item: string, tracking: { trackLots?: 1; trackExpiry?: 1; shelfLifeDays?: number }) =>
  t.db.writer.updateTable('items').set(tracking).where('_id', '=', item).execute();
const { tomato, milk } = ids.items;

/** An order of an item shipped from two lots: 6 of A and 4 of B, in base units. */
async function shipOrder(item: string = tomato, unit = 'kg') {
  await receiveStock(t, ids.kitchen, item, 6, 2, { lot: 'A', expiry: '2026-03-20' });
  await receiveStock(t, ids.kitchen, item, 4, 2, { lot: 'B', expiry: '2026-03-21' });
  const { header, lines } = await createOrderInStatus(t, 'Shipped', {
    items: [{ itemId: item, orderQty: 10, unit }],
  });
  return { id: header._id, lineId: lines[0]?.lineId ?? '' };
}

const enterLots = (id: string, lineId: string, receivedLots: object[], fields: object = {}) =>
  t.as('branch').patch(`/orders/${id}`, { items: [{ lineId, receivedLots, ...fields }] });
const receive = (id: string) => t.as('branch').patch(`/orders/${id}`, { status: 'Received' });

/** `code until expiry: quantity on hand` for every lot at a location, in base units. */
async function listLots(placeId: string, item: string = tomato): Promise<string[]> {
  const rows = await t.db.read
    .selectFrom('lotBalances as b')
    .innerJoin('lots as l', 'l._id', 'b.lotId')
    .select(['l.code', 'l.expiry', 'b.onHandMicro'])
    .where('b.placeId', '=', placeId)
    .where('b.itemId', '=', item)
    .orderBy('l.code')
    .execute();
  return rows
    .filter(({ code }) => code !== '')
    .map(({ code, expiry, onHandMicro }) => `${code} until ${expiry ?? '-'}: ${onHandMicro / 1e6}`);
}

test("a different received lot is added to the branch's stock, and the shipped lot leaves transit", async () => {
  const { id, lineId } = await shipOrder();
  const before = await getStock(t, ids.branch1, tomato);
  const entered = [
    { lot: 'A', receivedQty: 2 },
    { lot: 'NEW', expiry: '2026-03-25', receivedQty: 3, damagedQty: 1 },
  ];
  const edited = await enterLots(id, lineId, entered);
  expect(edited.status).toBe(200);
  expect(buildResponseSchema(orderContract).parse(edited.body)).toEqual(edited.body);
  expect(edited.body.items[0]).toMatchObject({
    receivedQty: 9,
    damagedQty: 1,
    lots: [
      { lot: 'A', qty: 6, receivedQty: 2 },
      { lot: 'B', qty: 4 },
    ],
    otherLots: [{ lot: 'NEW', expiry: '2026-03-25', receivedQty: 3, damagedQty: 1 }],
  });
  expect((await receive(id)).status).toBe(200);
  expect(await listLots(transitLocation(ids.branch1))).toEqual([]);
  expect(await listLots(ids.branch1)).toEqual([
    'A until 2026-03-20: 2',
    'B until 2026-03-21: 4',
    'NEW until 2026-03-25: 3',
  ]);
  expect(await listLots(holdLocation(ids.branch1))).toEqual(['NEW until 2026-03-25: 1']);
  expect((await getStock(t, ids.branch1, tomato)).onHand).toBe(before.onHand + 9);
  expect(await reconcile(t.db.read)).toEqual([]);

  // Damaged goods are put on hold, and written off, under the received lot.
  const [damaged] = (await t.as('kitchen').get('/discrepancies?status=Open')).body;
  const resolution = { action: 'written_off', chargedTo: 'kitchen' };
  expect((await t.as('admin').patch(`/discrepancies/${damaged._id}`, resolution)).status).toBe(200);
  expect(await listLots(holdLocation(ids.branch1))).toEqual([]);
  expect(await reconcile(t.db.read)).toEqual([]);

  // Both lots can be traced separately, and rebuilding from the ledger gives the same balances.
  const trace = async (lot: string) =>
    (await t.as('admin').get(`/lots/trace?itemId=${tomato}&lot=${lot}`)).body;
  expect(await trace('A')).toMatchObject({
    totals: { received: 6, onHand: 2, toOtherLot: 4, sent: 0, wasted: 0 },
    tree: [{ depth: 1, lot: { lot: 'NEW' }, links: [{ kind: 'arrival', qty: 3 }, { qty: 1 }] }],
    shipments: [{ shipped: 6, received: 2, damaged: 0 }],
  });
  expect(await trace('NEW')).toMatchObject({
    totals: { received: 0, fromOtherLot: 4, onHand: 3, wasted: 1, sent: 0 },
    origin: [
      { docType: 'order', qty: 3 },
      { docType: 'order', qty: 1 },
    ],
    shipments: [{ shipped: 0, received: 3, damaged: 1 }],
  });
  const atBranch = await listLots(ids.branch1);
  await t.db.write(rebuildLots);
  expect(await listLots(ids.branch1)).toEqual(atBranch);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('if a third lot is received instead of the two shipped ones, both leave transit', async () => {
  const { id, lineId } = await shipOrder();
  await enterLots(id, lineId, [
    { lot: 'A', receivedQty: 0 },
    { lot: 'B', receivedQty: 0 },
    { lot: 'NEW', expiry: '2026-03-25', receivedQty: 10 },
  ]);
  expect((await receive(id)).status).toBe(200);
  expect(await listLots(ids.branch1)).toEqual(['NEW until 2026-03-25: 10']);
  expect(await listLots(transitLocation(ids.branch1))).toEqual([]);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test("an unknown expiry creates a lot with a generated code; a shipped lot's expiry selects that lot", async () => {
  const { id, lineId } = await shipOrder(milk, 'l');
  const edited = await enterLots(id, lineId, [
    { expiry: '2026-03-20', receivedQty: 1 },
    { expiry: '2026-03-22', receivedQty: 5 },
  ]);
  expect(edited.body.items[0]).toMatchObject({
    lots: [{ lot: 'A', receivedQty: 1 }, { lot: 'B' }],
    otherLots: [{ lot: null, expiry: '2026-03-22', receivedQty: 5 }],
  });
  const received = await receive(id);
  expect(received.body.items[0].otherLots).toEqual([
    { lot: 'IT-002-20260304-1', expiry: '2026-03-22', receivedQty: 5, damagedQty: 0 },
  ]);
  expect(await listLots(ids.branch1, milk)).toEqual([
    'A until 2026-03-20: 1',
    'B until 2026-03-21: 4',
    'IT-002-20260304-1 until 2026-03-22: 5',
  ]);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('the missing quantity stays in transit under the shipped lot', async () => {
  const { id, lineId } = await shipOrder();
  const entered = [
    { lot: 'A', receivedQty: 0 },
    { lot: 'NEW', expiry: '2026-03-25', receivedQty: 4 },
  ];
  expect((await enterLots(id, lineId, entered)).body.items[0]).toMatchObject({ receivedQty: 8 });
  expect((await receive(id)).status).toBe(200);
  expect(await listLots(transitLocation(ids.branch1))).toEqual(['A until 2026-03-20: 2']);
  const [shortage] = (await t.as('kitchen').get('/discrepancies?status=Open')).body;
  expect(shortage).toMatchObject({ type: 'short', qty: 2 });
  const resolution = { action: 'found_at_kitchen' };
  expect((await t.as('admin').patch(`/discrepancies/${shortage._id}`, resolution)).status).toBe(200);
  expect(await listLots(ids.kitchen)).toEqual(['A until 2026-03-20: 2']);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('rejects invalid received lots with an error on their line', async () => {
  const { id, lineId } = await shipOrder();
  const getRefusal = async (receivedLots: object[], fields: object = {}) => {
    const { status, body } = await enterLots(id, lineId, receivedLots, fields);
    expect(status).toBe(422);
    return Object.values(body.fields as Record<string, string>)[0];
  };
  const other = { lot: 'NEW', expiry: '2026-03-25' };
  expect(await getRefusal([{ ...other, receivedQty: 11 }])).toBe(
    'The lots add up to more than the shipped quantity.',
  );
  expect(await getRefusal([{ lot: 'A', receivedQty: 6, damagedQty: 1 }])).toContain('than was shipped');
  expect(await getRefusal([{ lot: 'A' }, { lot: 'A' }])).toBe('Lot A is entered twice.');
  expect(await getRefusal([other, other])).toBe('Lot NEW is entered twice.');
  expect(await getRefusal([{ lot: 'A', expiry: '2026-03-22' }])).toContain(
    'recorded with another use-by date: 2026-03-20',
  );
  expect(await getRefusal([{ lot: 'NEW', receivedQty: 1 }])).toContain('use-by date');
  expect(await getRefusal([{ expiry: '2026-03-25', receivedQty: 1 }])).toContain('printed on');
  expect(await getRefusal([{ receivedQty: 1 }])).toBe('Enter the lot or its use-by date.');
  expect(await getRefusal([{ ...other, receivedQty: 4 }], { receivedQty: 3 })).toBe(
    'The lots add up to more than the line.',
  );
  const plain = await createOrderInStatus(t, 'Shipped', { items: [{ itemId: ids.items.bun, orderQty: 1 }] });
  const bun = await enterLots(plain.header._id, plain.lines[0]?.lineId ?? '', [{ lot: 'X', receivedQty: 1 }]);
  expect(bun.body.fields).toEqual({
    [`items.${plain.lines[0]?.lineId}.receivedLots`]: expect.stringContaining('isn’t tracked by lot'),
  });
  // A lot that exists elsewhere has its own expiry.
  await receiveStock(t, ids.kitchen, tomato, 1, 2, { lot: 'KNOWN', expiry: '2026-03-11' });
  expect(await getRefusal([{ lot: 'KNOWN', expiry: '2026-03-12', receivedQty: 1 }])).toContain('2026-03-11');
  expect((await enterLots(id, lineId, [{ lot: 'KNOWN', receivedQty: 1 }])).body.items[0].otherLots).toEqual([
    { lot: 'KNOWN', expiry: '2026-03-11', receivedQty: 1, damagedQty: 0 },
  ]);
});
