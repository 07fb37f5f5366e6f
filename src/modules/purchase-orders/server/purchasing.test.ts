import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PurchaseProposal } from '../shapes.ts';
import type { PurchaseOrder } from '../shapes.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';

let t: TestApp;
/**
 * The mill sells flour in bags of 12.5 kg (multiples of five) and in sacks; the dairy sells milk in crates.
 */
let mill: string;
let dairy: string;
const packs: Record<'bag' | 'sack' | 'crate', string> = { bag: '', sack: '', crate: '' };
const { flour, milk } = ids.items;

beforeAll(async () => {
  t = await createTestApp();
  mill = await createSupplier(t);
  const admin = t.as('admin');
  const create = async (path: string, body: object) => {
    const response = await admin.post(path, body);
    expect(response.status, response.text).toBe(201);
    return String(response.body._id);
  };
  dairy = await create('/suppliers', { code: 'DAIRY', name: 'Dairy', minOrderValue: 100 });
  const createPack = (name: string, itemId: string, supplierId: string, overrides: object) =>
    create('/packagings', { name, itemId, supplierId, ...overrides });
  packs.bag = await createPack('Bag 12.5 kg', flour, mill, {
    unit: ids.units.kg,
    contentsQty: 12.5,
    price: 15.5,
    orderMultiple: 5,
  });
  packs.sack = await createPack('Sack 25 kg', flour, mill, {
    unit: ids.units.kg,
    contentsQty: 25,
    price: 40,
  });
  packs.crate = await createPack('Crate', milk, dairy, { unit: ids.units.l, contentsQty: 10, price: 9.99 });
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

type Body = Record<string, unknown>;

async function createOrder(body: Body, client: TestClient = t.as('branch')): Promise<PurchaseOrder> {
  const response = await client.post('/purchase-orders', body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}
async function patchOrder(
  id: string,
  body: object,
  client: TestClient = t.as('branch'),
): Promise<PurchaseOrder> {
  const response = await client.patch(`/purchase-orders/${id}`, body);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
async function tryPatch(id: string, body: object, client: TestClient = t.as('branch')) {
  const { status, body: response } = await client.patch(`/purchase-orders/${id}`, body);
  return { status, code: response.code, reason: response.reason, fields: Object.keys(response.fields ?? {}) };
}
const createBagOrder = (qty = 5, overrides: Body = {}) =>
  createOrder({ supplier: mill, items: [{ itemId: flour, packagingId: packs.bag, qty }], ...overrides });
const sendBagOrder = async (qty = 5) => patchOrder((await createBagOrder(qty))._id, { status: 'Sent' });
const getLine = ({ items }: PurchaseOrder) => {
  const [line] = items;
  if (!line) throw new Error('no line');
  return line;
};
/**
 * Returns the branch's incoming flour in base units, checking that the order guide (for a day after all
 * deliveries) and the stock position agree.
 */
async function loadQuantityOnOrder(): Promise<number> {
  const { body } = await t.as('branch').get('/orders/suggestions?deliveryDate=2026-12-01');
  const row = body.find(({ itemId }: { itemId: string }) => itemId === flour);
  const guide = (row.alreadyOrdered * row.unitNum) / row.unitDen;
  const { body: shelves } = await t.as('branch').get(`/stock/shelves?placeId=${ids.branch1}`);
  const shelf = shelves.find(({ itemId }: { itemId: string }) => itemId === flour);
  expect(shelf?.onOrder ?? 0).toBe(guide);
  return guide;
}

describe('a purchase order', () => {
  it("is priced at the current pack price, and expected after the supplier's lead time", async () => {
    const order = await createBagOrder(5, { freight: 7.25, notes: 'Before ten' });
    expect(order).toMatchObject({
      number: expect.stringMatching(/^PO-2026-/),
      status: 'Draft',
      place: ids.branch1,
      supplierName: 'Mill',
      expectedOn: '2026-03-06',
      goodsValue: 77.5,
      freight: 7.25,
      tax: 0,
      total: 84.75,
      receivedStatus: 'Not Received',
      billedByQuantity: 'Not Billed',
      approvers: '',
    });
    expect(getLine(order)).toMatchObject({
      unit: null,
      unitSymbol: 'Bag 12.5 kg',
      unitNum: 25,
      unitDen: 2,
      price: 15.5,
      value: 77.5,
      outstandingQty: 0,
    });
  });

  it('has discounts in percent or in an amount, adjusts them to the quantity, and reports an invalid one on its line', async () => {
    const order = await createBagOrder(10);
    const { lineId } = getLine(order);
    const path = `/purchase-orders/${order._id}`;
    const patchLine = (line: object) => patchOrder(order._id, { items: [{ lineId, ...line }] });
    expect(await patchLine({ discountPercent: 10 })).toMatchObject({
      goodsValue: 139.5,
      items: [{ price: 13.95, listPrice: 15.5, discountPercent: 10, discount: null, value: 139.5 }],
    });
    expect(await patchLine({ discount: 15.5 })).toMatchObject({
      items: [{ price: 13.95, listPrice: 15.5, discountPercent: null, discount: 15.5 }],
    });
    expect(await patchLine({ qty: 5 })).toMatchObject({ goodsValue: 62, items: [{ price: 12.4 }] });
    for (const [line, field, reason] of [
      [{ discount: 77.51 }, 'discount', 'purchase-discount-amount'],
      [{ discountPercent: 101 }, 'discountPercent', 'purchase-discount-percent'],
      [{ price: 10, discountPercent: 5 }, 'price', 'purchase-discounted-price'],
    ] as const) {
      const refused = await t.as('branch').patch(path, { items: [{ lineId, ...line }] });
      expect([refused.status, refused.body.fieldReasons]).toMatchObject([
        422,
        { [`items.${lineId}.${field}`]: { reason, params: { item: getLine(order).itemName } } },
      ]);
    }
    const sack = await patchLine({ packagingId: packs.sack, discount: 50 });
    expect(sack).toMatchObject({ goodsValue: 150, items: [{ price: 30, listPrice: 40, discount: 50 }] });
    expect(await patchLine({ discount: null })).toMatchObject({ items: [{ price: 40, listPrice: null }] });
  });

  it("has the supplier's freight up to its free-freight limit, unless a different amount was entered", async () => {
    const created = await t.as('admin').post('/suppliers', {
      code: 'FREIGHT',
      name: 'Far mill',
      freight: 12.5,
      freeFreightFrom: 200,
    });
    const buildLines = (qty: number) => [{ itemId: flour, qty, price: 1 }];
    const supplier = created.body._id as string;
    const order = await createOrder({ supplier, items: buildLines(100) });
    expect(order).toMatchObject({ freight: 12.5, total: 112.5 });
    const { lineId } = getLine(order);
    const setQuantity = (qty: number) => patchOrder(order._id, { items: [{ lineId, qty }] });
    expect(await setQuantity(200)).toMatchObject({ freight: 0, total: 200 });
    expect(await setQuantity(199)).toMatchObject({ freight: 12.5, total: 211.5 });
    await patchOrder(order._id, { freight: 5 });
    expect(await setQuantity(150)).toMatchObject({ freight: 5 });
    expect(await createOrder({ supplier, freight: 0, items: buildLines(100) })).toMatchObject({ freight: 0 });
    const empty = await createOrder({ supplier, items: [] });
    expect(empty.freight).toBe(0);
    expect(await patchOrder(empty._id, { items: buildLines(10) })).toMatchObject({ freight: 12.5 });
  });

  it('is expected from the day it is sent, unless a date was entered', async () => {
    const [defaultDated, dated] = [
      await createBagOrder(5),
      await createBagOrder(5, { expectedOn: '2026-03-02' }),
    ];
    const { createdAt } = await t.db.read
      .selectFrom('purchaseOrders')
      .select('createdAt')
      .where('_id', '=', defaultDated._id)
      .executeTakeFirstOrThrow();
    const threeDaysBefore = new Date(Date.parse(createdAt) - 3 * dayMs).toISOString();
    await t.db.writer
      .updateTable('purchaseOrders')
      .set({ createdAt: threeDaysBefore })
      .where('_id', 'in', [defaultDated._id, dated._id])
      .execute();
    await t.db.writer
      .updateTable('purchaseOrders')
      .set({ expectedOn: '2026-03-03' })
      .where('_id', '=', defaultDated._id)
      .execute();
    expect((await patchOrder(defaultDated._id, { status: 'Sent' })).expectedOn).toBe('2026-03-06');
    expect((await patchOrder(dated._id, { status: 'Sent' })).expectedOn).toBe('2026-03-02');
    for (const { _id } of [defaultDated, dated]) {
      await patchOrder(_id, { transitionReason: 'Not needed' });
      await patchOrder(_id, { status: 'Cancelled' });
    }
  });

  it('keeps the same item on two lines with two prices (B4)', async () => {
    const order = await createOrder({
      supplier: mill,
      items: [
        { itemId: flour, packagingId: packs.bag, qty: 5, price: 15 },
        { itemId: flour, packagingId: packs.bag, qty: 5, price: 0 },
        { itemId: flour, packagingId: packs.sack, qty: 1 },
        { itemId: flour, qty: 3, unit: 'kg', price: 1.2345 },
      ],
    });
    expect(order.items.map(({ unitSymbol, qty, price }) => [unitSymbol, qty, price])).toEqual([
      ['Bag 12.5 kg', 5, 15],
      ['Bag 12.5 kg', 5, 0],
      ['Sack 25 kg', 1, 40],
      ['kg', 3, 1.2345],
    ]);
  });

  it('reports the invalid fields of its lines', async () => {
    const tryCreate = async (body: object) => {
      const response = await t.as('branch').post('/purchase-orders', body);
      return [response.status, Object.keys(response.body.fields ?? {})];
    };
    const items = [
      { itemId: 'none', qty: 1, price: 1 },
      { itemId: flour, packagingId: packs.crate, qty: 1 },
      { itemId: flour, qty: 1 },
      { itemId: flour, qty: 1, unit: 'l', price: 1 },
      { itemId: flour, packagingId: packs.bag, qty: 0.5 },
      { itemId: milk, packagingId: packs.crate, qty: 1 },
    ];
    expect(await tryCreate({ supplier: mill, items })).toEqual([
      422,
      [
        'items.0.itemId',
        'items.1.packagingId',
        'items.2.price',
        'items.3.unit',
        'items.4.qty',
        'items.5.packagingId',
      ],
    ]);
    expect(await tryCreate({ supplier: 'none', items: [] })).toEqual([422, ['supplier']]);
    expect((await tryCreate({ supplier: mill, place: ids.branch2, items: [] }))[0]).toBe(403);
  });

  it('keeps the agreed price when the quantity or the list price changes (B10)', async () => {
    const draft = await createBagOrder();
    await t.as('admin').put(`/packagings/${packs.bag}`, { price: 16 });
    const { lineId } = getLine(draft);
    const enlarged = await patchOrder(draft._id, { items: [{ lineId, qty: 10 }], expectedOn: null });
    expect([getLine(enlarged).price, enlarged.goodsValue, enlarged.expectedOn]).toEqual([15.5, 155, null]);
    const sentOrder = await patchOrder(draft._id, { status: 'Sent' });
    expect([sentOrder.status, getLine(sentOrder).price, getLine(sentOrder).outstandingQty]).toEqual([
      'Sent',
      15.5,
      10,
    ]);
    for (const change of [{ price: 1 }, { qty: 5 }, { remove: true }])
      expect(await tryPatch(draft._id, { items: [{ lineId, ...change }] })).toMatchObject({
        status: 409,
        reason: 'purchase-locked',
      });
    // A different pack uses its own current price.
    const other = await createBagOrder();
    const sacks = await patchOrder(other._id, {
      items: [{ lineId: getLine(other).lineId, packagingId: packs.sack, qty: 2 }],
    });
    expect(getLine(sacks)).toMatchObject({ unitSymbol: 'Sack 25 kg', price: 40, unitNum: 25, unitDen: 1 });
    await t.as('admin').put(`/packagings/${packs.bag}`, { price: 15.5 });
  });

  it("can be sent only in pack multiples over all lines, and not below the supplier's minimum (B14)", async () => {
    const oddOrder = await createBagOrder(4);
    const { lineId } = getLine(oddOrder);
    expect(await tryPatch(oddOrder._id, { status: 'Sent' })).toEqual({
      status: 422,
      code: 'VALIDATION',
      reason: 'purchase-multiple',
      fields: [`items.${lineId}.qty`],
    });
    await patchOrder(oddOrder._id, { items: [{ itemId: flour, packagingId: packs.bag, qty: 1 }] });
    expect((await patchOrder(oddOrder._id, { status: 'Sent' })).status).toBe('Sent');

    const smallOrder = await createOrder({
      supplier: dairy,
      items: [{ itemId: milk, packagingId: packs.crate, qty: 10 }],
    });
    expect(smallOrder.goodsValue).toBe(99.9);
    expect(await tryPatch(smallOrder._id, { status: 'Sent' })).toMatchObject({
      status: 422,
      fields: ['items'],
    });
    await patchOrder(smallOrder._id, { items: [{ lineId: getLine(smallOrder).lineId, price: 10 }] });
    expect((await patchOrder(smallOrder._id, { status: 'Sent' })).total).toBe(100);
    const emptyOrder = await createOrder({ supplier: mill, items: [] });
    expect(await tryPatch(emptyOrder._id, { status: 'Sent' })).toMatchObject({ reason: 'purchase-no-lines' });
  });
});

describe('quantities on order (B5)', () => {
  it('include an order everywhere once it is sent, and not before', async () => {
    const before = await loadQuantityOnOrder();
    const draft = await createBagOrder();
    expect(await loadQuantityOnOrder()).toBe(before);
    await patchOrder(draft._id, { status: 'Sent' });
    expect(await loadQuantityOnOrder()).toBe(before + 62.5);
    await patchOrder(draft._id, { transitionReason: 'Not needed' });
    expect((await patchOrder(draft._id, { status: 'Cancelled' })).allowedMoves).toEqual([]);
    expect(await loadQuantityOnOrder()).toBe(before);
  });

  it('decrease when a line is closed short with a reason, and are restored when it is reopened', async () => {
    const before = await loadQuantityOnOrder();
    const order = await sendBagOrder(10);
    const { lineId } = getLine(order);
    expect(await tryPatch(order._id, { items: [{ lineId, closed: true }] })).toMatchObject({
      status: 422,
      fields: [`items.${lineId}.reason`],
    });
    const closed = await patchOrder(order._id, { items: [{ lineId, closed: true, reason: 'Sold out' }] });
    expect(getLine(closed)).toMatchObject({ isClosed: true, reason: 'Sold out', outstandingQty: 0 });
    expect(await loadQuantityOnOrder()).toBe(before);
    const open = await patchOrder(order._id, { items: [{ lineId, closed: false }] });
    expect(getLine(open)).toMatchObject({ isClosed: false, reason: null, outstandingQty: 10 });
    expect(await loadQuantityOnOrder()).toBe(before + 125);
    // Reopening clears the line's reason; the order's history keeps it.
    expect(open.statusHistory.map(({ verb, to, reason }) => [verb, to, reason])).toEqual([
      [null, 'Draft', null],
      ['send', 'Sent', null],
      ['edit', 'Sent', `${getLine(order).itemName}: Sold out`],
      ['edit', 'Sent', null],
    ]);
    await patchOrder(order._id, { transitionReason: 'Over' });
    await patchOrder(order._id, { status: 'Cancelled' });
  });

  it('decrease when the order is closed short with a reason, and are restored when it is reopened', async () => {
    const before = await loadQuantityOnOrder();
    const order = await createOrder({
      supplier: mill,
      items: [
        { itemId: flour, packagingId: packs.bag, qty: 5 },
        { itemId: flour, packagingId: packs.sack, qty: 1 },
      ],
    });
    await patchOrder(order._id, { status: 'Sent' });
    const [, sack] = order.items;
    await patchOrder(order._id, { items: [{ lineId: sack?.lineId, closed: true, reason: 'Sold out' }] });
    expect(await tryPatch(order._id, { status: 'Closed' })).toMatchObject({
      status: 422,
      fields: ['transitionReason'],
    });
    await patchOrder(order._id, { transitionReason: 'The mill is shut' });
    const closed = await patchOrder(order._id, { status: 'Closed' });
    expect(closed.statusHistory.at(-1)).toMatchObject({ verb: 'close short', reason: 'The mill is shut' });
    expect([closed.transitionReason, await loadQuantityOnOrder()]).toEqual([null, before]);
    const open = await patchOrder(order._id, { status: 'Sent' });
    expect(open.items.map(({ outstandingQty }) => outstandingQty)).toEqual([5, 0]);
    expect([open.sentAt, await loadQuantityOnOrder()]).toEqual([closed.sentAt, before + 62.5]);
    await patchOrder(order._id, { transitionReason: 'Over' });
    await patchOrder(order._id, { status: 'Cancelled' });
  });
});

describe('an order above the limit of a purchase category', () => {
  it('waits for its approver, who sends it or returns it with a reason', async () => {
    const admin = t.as('admin');
    const { body: category } = await admin.post('/purchase-categories', {
      name: 'Dry goods',
      approver: ids.users.branch2,
      approvalLimit: 100,
    });
    await admin.put(`/items/${flour}`, { purchaseCategory: category._id });
    const smallOrder = await sendBagOrder(5);
    expect(smallOrder.approvers).toBe('');
    expect(await tryPatch((await createBagOrder())._id, { status: 'Pending Approval' })).toMatchObject({
      status: 409,
      reason: 'purchase-no-approval',
    });

    // The approver works at a different location and can't see the order, so a master admin approves it.
    const largeOrder = await createBagOrder(10);
    expect(largeOrder.approvers).toBe(ids.users.branch2);
    expect(await tryPatch(largeOrder._id, { status: 'Sent' })).toMatchObject({
      status: 403,
      reason: 'purchase-needs-approval',
    });
    expect(await tryPatch(largeOrder._id, { status: 'Sent' }, admin)).toMatchObject({ status: 403 });
    await patchOrder(largeOrder._id, { status: 'Pending Approval' });
    expect(
      await tryPatch(largeOrder._id, { items: [{ lineId: getLine(largeOrder).lineId, qty: 5 }] }),
    ).toMatchObject({
      status: 409,
    });
    const master = t.as('master');
    expect(
      (await t.as('branch').get(`/purchase-orders/${largeOrder._id}`)).body.allowedMoves,
    ).not.toContainEqual(expect.objectContaining({ verb: 'approve' }));
    expect(await tryPatch(largeOrder._id, { status: 'Draft' }, master)).toMatchObject({
      status: 422,
      fields: ['transitionReason'],
    });
    await patchOrder(largeOrder._id, { transitionReason: 'Half of it' }, master);
    await patchOrder(largeOrder._id, { status: 'Draft' }, master);
    await patchOrder(largeOrder._id, { status: 'Pending Approval' });
    const approved = await patchOrder(largeOrder._id, { status: 'Sent' }, master);
    expect(approved).toMatchObject({ status: 'Sent', sentByName: 'Test master' });

    // An approver who works at the location doesn't need approval for their own orders.
    await admin.put(`/purchase-categories/${category._id}`, { approver: ids.users.branch });
    expect((await sendBagOrder(10)).status).toBe('Sent');
    await admin.put(`/items/${flour}`, { purchaseCategory: null });
  });
});

it("archived items can't be ordered, but existing orders can be received", async () => {
  const admin = t.as('admin');
  const units = { baseUnit: ids.units.kg, orderUnit: ids.units.kg, category: ids.category };
  const { body: item } = await admin.post('/items', { name: 'Old', itemCode: 'OLD', kind: 'raw', ...units });
  const itemId = item._id as string;
  const size = { itemId, supplierId: mill, unit: ids.units.kg, contentsQty: 1, price: 1 };
  const { body: pack } = await admin.post('/packagings', { name: 'Old pack', ...size });
  const existingOrder = await createOrder({ supplier: mill, items: [{ itemId, qty: 1, price: 2 }] });
  await patchOrder(existingOrder._id, { status: 'Sent' });
  const draft = await createOrder({ supplier: mill, items: [{ itemId, qty: 1, price: 2 }] });
  const line = { itemId, packagingId: pack._id, qty: 1 };
  const tryBuy = (items: object[]) => t.as('branch').post('/purchase-orders', { supplier: mill, items });
  expect((await admin.put(`/packagings/${pack._id}`, { isActive: false })).status).toBe(200);
  expect((await tryBuy([line])).body.fieldReasons).toEqual({
    'items.0.packagingId': { reason: 'is-archived', params: { name: 'Old pack' } },
  });
  const { lineId } = getLine(draft);
  expect(await tryPatch(draft._id, { items: [{ lineId, packagingId: pack._id }] })).toMatchObject({
    status: 422,
    fields: [`items.${lineId}.packagingId`],
  });
  expect((await admin.put(`/items/${itemId}`, { isActive: false })).status).toBe(200);
  expect((await tryBuy([{ itemId, qty: 1, price: 2 }])).body.fieldReasons).toEqual({
    'items.0.itemId': { reason: 'is-archived', params: { name: 'Old' } },
  });
  expect((await patchOrder(draft._id, { items: [{ lineId, qty: 2 }] })).goodsValue).toBe(4);
  const receiptInput = {
    purchaseOrder: existingOrder._id,
    items: [{ poLineId: getLine(existingOrder).lineId, qty: 1 }],
  };
  expect((await t.as('branch').post('/goods-receipts', receiptInput)).status).toBe(201);
});

describe('a supplier in a foreign currency', () => {
  /** Creates a supplier whose currency has this exchange rate to the base currency; null for no rate. */
  async function createForeignSupplier(code: string, rate: number | null): Promise<string> {
    const admin = t.as('admin');
    const rates = rate === null ? [] : [{ date: '2026-01-01', rate }];
    const { body: currency } = await admin.post('/currencies', { name: code, code, symbol: code, rates });
    const { body: supplier } = await admin.post('/suppliers', { code, name: code, currency: currency._id });
    return supplier._id;
  }
  async function createItem(itemCode: string, overrides: object = {}): Promise<string> {
    const unit = { baseUnit: ids.units.kg, orderUnit: ids.units.kg, category: ids.category };
    const { body } = await t
      .as('admin')
      .post('/items', { name: itemCode, itemCode, kind: 'raw', ...unit, ...overrides });
    return body._id;
  }
  const createPack = async (itemId: string, name: string, price: number, supplierId: string | null) => {
    const pack = { itemId, name, price, supplierId, unit: ids.units.kg, contentsQty: 1 };
    return String((await t.as('admin').post('/packagings', pack)).body._id);
  };
  let [yen, dinar, unknown] = ['', '', ''];
  beforeAll(async () => {
    yen = await createForeignSupplier('JPY', 0.005);
    dinar = await createForeignSupplier('KWD', 2.6);
    unknown = await createForeignSupplier('XAU', null);
  });

  it('requires approval above the limit after currency conversion, and always without an exchange rate', async () => {
    const limit = { name: 'Fish', approver: ids.users.branch2, approvalLimit: 500 };
    const { body: category } = await t.as('admin').post('/purchase-categories', limit);
    const itemId = await createItem('TUNA', { purchaseCategory: category._id });
    const needsApproval = async (supplier: string, price: number) =>
      (await createOrder({ supplier, items: [{ itemId, qty: 1, price }] })).approvers !== '';
    expect([
      await needsApproval(yen, 1000),
      await needsApproval(yen, 100_000),
      await needsApproval(yen, 100_001),
    ]).toEqual([false, false, true]);
    expect([
      await needsApproval(dinar, 192),
      await needsApproval(dinar, 400),
      await needsApproval(unknown, 1),
    ]).toEqual([false, true, true]);
  });

  it('is proposed when it is the cheapest in base currency', async () => {
    const itemId = await createItem('RICE');
    await createPack(itemId, 'Dinar', 1, dinar);
    await createPack(itemId, 'Unknown', 0.01, unknown);
    await createPack(itemId, 'Yen', 150, yen);
    await t.as('admin').post('/item-levels', { itemId, branchId: ids.branch1, min: 1, par: 10, max: 20 });
    const { body } = await t.as('branch').get(`/purchase-orders/proposal?place=${ids.branch1}`);
    const rows = (body as PurchaseProposal[]).filter((row) => row.itemId === itemId);
    expect(rows.map(({ packName }) => packName)).toEqual(['Yen']);
  });

  it('supplies packs without a fixed supplier at prices in its own currency, on orders and receipts', async () => {
    const itemId = await createItem('SALT');
    const packagingId = await createPack(itemId, 'Bag', 2, null);
    const items = [{ itemId, packagingId, qty: 1 }];
    const priceFrom = async (supplier: string) => getLine(await createOrder({ supplier, items })).price;
    expect([await priceFrom(mill), await priceFrom(yen), await priceFrom(dinar)]).toEqual([2, 400, 0.769231]);
    const refused = await t.as('branch').post('/purchase-orders', { supplier: unknown, items });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['items.0.price']]);
    const receipt = await t.as('branch').post('/goods-receipts', { supplier: yen, items });
    expect(receipt.body).toMatchObject({ goodsValue: 400, landedValue: 2, items: [{ price: 400 }] });
    // The last price paid, in yen, is converted to the currency of the next supplier.
    expect([await priceFrom(yen), await priceFrom(mill)]).toEqual([400, 2]);
  });
});

describe('items below par', () => {
  it('are proposed per supplier in whole packs, less quantities on order, and ordered in one step', async () => {
    // No supplier sells tomatoes; some milk is in stock, and no flour.
    await receiveStock(t, ids.branch2, milk, 7, 1);
    const buyer = t.as('branch2');
    const loadProposedLines = async () => {
      const response = await buyer.get(`/purchase-orders/proposal?place=${ids.branch2}`);
      expect(response.status, response.text).toBe(200);
      return response.body as PurchaseProposal[];
    };
    const before = await loadProposedLines();
    const rows = before.map((row) => [
      row.packName,
      row.qty,
      row.price,
      row.available,
      row.incoming,
      row.par,
    ]);
    expect(rows).toEqual([
      ['Bag 12.5 kg', 5, 15.5, 0, 0, 30],
      ['Crate', 3, 9.99, 7, 0, 36],
    ]);

    const orders = before.map(({ supplier, ...row }) => ({
      supplier,
      items: [{ itemId: row.itemId, packagingId: row.packagingId, qty: row.qty, price: 50 }],
    }));
    const key = { 'idempotency-key': 'from-par' };
    const [drafts, repeated] = [
      await buyer.post('/purchase-orders/drafts', { orders }, key),
      await buyer.post('/purchase-orders/drafts', { orders }, key),
    ];
    expect([drafts.status, repeated.body]).toEqual([201, drafts.body]);
    expect((await buyer.get('/purchase-orders')).body).toHaveLength(2);
    // A second proposal, before the drafts are sent, lists them and proposes only the remaining quantity.
    const createdOrders = drafts.body as PurchaseOrder[];
    const [flourDraft, milkDraft] = createdOrders;
    const buildCrates = (qty: number) => ({ items: [{ lineId: milkDraft?.items[0]?.lineId ?? '', qty }] });
    await patchOrder(milkDraft?._id ?? '', buildCrates(1), buyer);
    expect(
      (await loadProposedLines()).map((row) => [row.packName, row.qty, row.drafted, row.draftNumbers]),
    ).toEqual([
      ['Bag 12.5 kg', 0, 62.5, [flourDraft?.number]],
      ['Crate', 2, 10, [milkDraft?.number]],
    ]);
    await patchOrder(milkDraft?._id ?? '', buildCrates(3), buyer);
    for (const draft of createdOrders) await patchOrder(draft._id, { status: 'Sent' }, buyer);
    expect(await loadProposedLines()).toEqual([]);
    expect((await t.as('branch').get(`/purchase-orders/proposal?place=${ids.branch2}`)).status).toBe(404);
  });

  it('are drafted all or none, and an error identifies the failing order', async () => {
    const { body: before } = await t.as('branch').get('/purchase-orders?limit=500');
    const orders = [
      { supplier: mill, items: [{ itemId: flour, packagingId: packs.bag, qty: 5 }] },
      { supplier: dairy, items: [{ itemId: milk, packagingId: packs.bag, qty: 5 }] },
    ];
    const response = await t.as('branch').post('/purchase-orders/drafts', { orders });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([
      422,
      ['orders.1.items.0.packagingId'],
    ]);
    expect((await t.as('branch').get('/purchase-orders?limit=500')).body).toHaveLength(before.length);
  });
});

describe('demand-based proposals', () => {
  it("cover the week after delivery, include a reason, and use par if that is the item's order rule", async () => {
    // Six litres a day for thirty days; a crate holds 10 litres, and the dairy delivers the next day.
    await receiveStock(t, ids.branch2, milk, 180, 1);
    const now = t.clock.now();
    for (let daysAgo = 30; daysAgo > 0; daysAgo -= 1) {
      const effectiveAt = new Date(now.getTime() - daysAgo * dayMs).toISOString();
      const docId = `used-${daysAgo}`;
      const doc = { docType: 'sales' as const, docId, docLineId: docId, lot: '' };
      const direction = { fromPlace: ids.branch2, toPlace: 'consumption', kind: 'consumption' as const };
      const posting = { itemId: milk, qtyMicro: 6_000_000, effectiveAt, ...direction, ...doc };
      await t.db.write((tx) =>
        postStockChange(tx, { postings: [posting] }, { userId: ids.users.admin, now: now.toISOString() }),
      );
    }
    const loadProposedLines = async () => {
      const { body } = await t.as('branch2').get(`/purchase-orders/proposal?place=${ids.branch2}`);
      return (body as PurchaseProposal[]).find(({ itemId }) => itemId === milk);
    };
    const row = await loadProposedLines();
    expect(row).toMatchObject({ basis: 'demand', reason: { params: { source: 'used', average: 6 } } });
    expect(row?.coveredDays).toHaveLength(7);
    expect(row?.forecast).toBeCloseTo(42, 0);
    expect(row?.target ?? 0).toBeGreaterThanOrEqual(row?.forecast ?? 0);
    const missing = (row?.target ?? 0) - (row?.available ?? 0) - (row?.incoming ?? 0) - (row?.drafted ?? 0);
    expect((row?.qty ?? 0) * 10).toBeGreaterThanOrEqual(missing);
    expect(((row?.qty ?? 0) - 1) * 10).toBeLessThan(missing);
    // Lots that expire before the dairy delivers are excluded.
    await t.db.writer.updateTable('items').set({ trackExpiry: 1 }).where('_id', '=', milk).execute();
    const dayAfter = (daysAhead: number) => toUtcDay(now.getTime() + daysAhead * dayMs);
    await receiveStock(t, ids.branch2, milk, 0.01, 1, { lot: 'SOON', expiry: dayAfter(2) });
    expect((await loadProposedLines())?.reason?.params.unusable).toBe(0);
    const changedSupplier = await t.as('admin').put(`/suppliers/${dairy}`, { leadTimeDays: 4 });
    expect(changedSupplier.status, changedSupplier.text).toBe(200);
    const lateProposal = await loadProposedLines();
    expect(lateProposal?.reason?.params).toMatchObject({
      unusable: 0.01,
      onHand: row?.reason?.params.onHand,
    });
    // Expected usage before the delivery is added: six litres a day for three days, first from the lot that
    // expires in two days.
    expect([row?.usageBeforeDelivery, lateProposal?.usageBeforeDelivery]).toEqual([
      0,
      expect.closeTo(17.99, 1),
    ]);
    expect(lateProposal?.reason?.params.usageBeforeDelivery).toBe(18);
    const {
      target = 0,
      available = 0,
      incoming = 0,
      drafted = 0,
      usageBeforeDelivery = 0,
    } = lateProposal ?? {};
    expect(lateProposal?.qty).toBe(
      Math.ceil((target - (available ?? 0) - incoming - drafted + usageBeforeDelivery) / 10),
    );
    await t.db.writer
      .updateTable('itemLevels')
      .set({ orderRule: 'par' })
      .where('itemId', '=', milk)
      .execute();
    expect((await loadProposedLines())?.basis ?? 'par').toBe('par');
  });
});

describe('the list of approvals', () => {
  it('shows an order to its approver, and the decision to the user who created the order', async () => {
    const admin = t.as('admin');
    const item = await admin.post('/items', {
      name: 'Saffron',
      itemCode: 'SAFFRON',
      kind: 'raw',
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
    });
    const itemId = item.body._id as string;
    const draft = await createOrder({ supplier: mill, items: [{ itemId, qty: 1, price: 500 }] });
    expect(draft).toMatchObject({ approvers: '', approverNames: [] });
    const category = await admin.post('/purchase-categories', {
      name: 'Spices',
      approver: ids.users.master,
      approvalLimit: 100,
    });
    await admin.put(`/items/${itemId}`, { purchaseCategory: category.body._id });

    // The limit was set after the draft was created: it now needs approval before it can be sent.
    const path = `/purchase-orders/${draft._id}`;
    const loadVerbs = async () =>
      (await t.as('branch').get(path)).body.allowedMoves.map(({ verb }: { verb: string }) => verb);
    expect((await t.as('branch').get(path)).body.approverNames).toEqual(['Test master']);
    expect(await loadVerbs()).toEqual(expect.arrayContaining(['submit for approval', 'cancel']));
    expect(await loadVerbs()).not.toContain('send');
    await patchOrder(draft._id, { status: 'Pending Approval' });

    const loadApprovals = async (user: 'master' | 'branch' | 'admin', query = '') =>
      (await t.as(user).get(`/purchase-orders/approvals${query}`)).body;
    expect((await loadApprovals('master')).waiting).toMatchObject([
      { number: draft.number, userName: 'Test branch', total: 500, placeName: draft.placeName },
    ]);
    expect((await loadApprovals('admin')).waiting).toEqual([]);
    expect((await loadApprovals('branch')).waiting).toEqual([]);

    await patchOrder(draft._id, { transitionReason: 'Half of it' }, t.as('master'));
    await patchOrder(draft._id, { status: 'Draft' }, t.as('master'));
    const { waiting, decided } = await loadApprovals('branch');
    expect([waiting, decided[0]]).toMatchObject([
      [],
      { number: draft.number, isApproved: false, byName: 'Test master', note: 'Half of it' },
    ]);
    await patchOrder(draft._id, { status: 'Pending Approval' });
    t.clock.advance(1000);
    const since = t.clock.now().toISOString();
    t.clock.advance(1000);
    await patchOrder(draft._id, { status: 'Sent' }, t.as('master'));
    expect((await loadApprovals('branch', `?since=${since}`)).decided).toMatchObject([
      { number: draft.number, isApproved: true, byName: 'Test master' },
    ]);
    expect((await loadApprovals('master')).decided).toEqual([]);
    await admin.put(`/items/${itemId}`, { purchaseCategory: null });
  });
});
