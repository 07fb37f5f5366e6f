import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoodsReceipt } from '../shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { Accrual } from '#modules/supplier-invoices/shapes.ts';
import type { SupplierInvoice } from '#modules/supplier-invoices/shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createCatchWeightItem } from '#app/server/testing/catch-weight.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
let mill: string;

beforeAll(async () => {
  t = await createTestApp();
  mill = await createSupplier(t);
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

type Body = Record<string, unknown>;
async function expectOk<T>(call: Promise<{ status: number; text: string; body: unknown }>): Promise<T> {
  const response = await call;
  expect(response.status, response.text).toBeLessThan(300);
  return response.body as T;
}
const { kg } = ids.units;
let createdCount = 0;

/** Creates an item that is bought in cases of `size` kilograms. */
async function createCaseItem(size: number): Promise<{ item: string; pack: string }> {
  createdCount += 1;
  const item = await expectOk<{ _id: string }>(
    t.as('admin').post('/items', {
      name: `Eggs ${createdCount}`,
      kind: 'raw',
      itemCode: `EGG${createdCount}`,
      category: ids.category,
      baseUnit: kg,
      orderUnit: kg,
    }),
  );
  const pack = await expectOk<{ _id: string }>(
    t.as('admin').post('/packagings', {
      name: `Case ${size}`,
      itemId: item._id,
      supplierId: mill,
      unit: kg,
      contentsQty: size,
      price: 12,
    }),
  );
  return { item: item._id, pack: pack._id };
}
async function createCaseOrder(size: number, qty = 1): Promise<PurchaseOrder & { poLineId: string }> {
  const { item, pack } = await createCaseItem(size);
  const draft = await expectOk<PurchaseOrder>(
    t
      .as('branch')
      .post('/purchase-orders', { supplier: mill, items: [{ itemId: item, packagingId: pack, qty }] }),
  );
  const order = await expectOk<PurchaseOrder>(
    t.as('branch').patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
  );
  return { ...order, poLineId: order.items[0]?.lineId ?? '' };
}
const receive = (order: { _id: string; poLineId: string }, pieces: number[], overrides: Body = {}) =>
  t.as('branch').post('/goods-receipts', {
    purchaseOrder: order._id,
    items: pieces.map((qty) => ({ poLineId: order.poLineId, unit: kg, qty, ...overrides })),
  });
const loadOrder = ({ _id }: { _id: string }) =>
  expectOk<PurchaseOrder>(t.as('branch').get(`/purchase-orders/${_id}`));
const loadOrderState = async (order: { _id: string }) => {
  const { receivedStatus, items } = await loadOrder(order);
  return [receivedStatus, items[0]?.receivedQty, items[0]?.outstandingQty];
};
async function createPostedInvoice(items: Body[]): Promise<SupplierInvoice> {
  createdCount += 1;
  const total = items.reduce((sum, { qty, price }) => sum + Number(qty) * Number(price), 0);
  const body = { supplier: mill, number: `U-${createdCount}`, date: '2026-03-04', total, items };
  const { _id } = await expectOk<SupplierInvoice>(t.as('branch').post('/supplier-invoices', body));
  return expectOk(t.as('branch').patch(`/supplier-invoices/${_id}`, { status: 'Posted' }));
}

describe('a purchase order received in a different unit', () => {
  it.each([
    [24, [8, 8, 8]],
    [6, [1, 1, 4]],
    [7, [1, 1, 1, 1, 1, 1, 1]],
  ])('a case of %s can be received in any number of receipts: %o', async (size, parts) => {
    const order = await createCaseOrder(size);
    for (const qty of parts) await expectOk(receive(order, [qty]));
    expect(await loadOrderState(order)).toEqual(['Received', 1, 0]);
  });

  it('a case of 6 is received as 1 + 1 + 4 on one receipt, without a reason or permission', async () => {
    const order = await createCaseOrder(6);
    const receipt = await expectOk<GoodsReceipt>(
      t.as('staff').post('/goods-receipts', {
        purchaseOrder: order._id,
        items: [1, 1, 4].map((qty) => ({ poLineId: order.poLineId, unit: kg, qty })),
      }),
    );
    expect(receipt.items.map(({ coversQty }) => coversQty)).toEqual([0.166667, 0.166666, 0.666667]);
    expect(await loadOrderState(order)).toEqual(['Received', 1, 0]);
  });

  it('with a tolerance of 0, rejects a millionth of a kilogram too much, and stays open if a millionth is missing', async () => {
    const order = await createCaseOrder(24);
    const excess = await receive(order, [8, 8, 8.000001]);
    expect([excess.status, Object.keys(excess.body.fields)]).toEqual([
      422,
      ['items.0.reason', 'items.1.reason', 'items.2.reason'],
    ]);
    await expectOk(receive(order, [8, 8, 7.999999]));
    expect((await loadOrderState(order))[0]).toBe('Partly Received');
    await expectOk(receive(order, [0.000001]));
    expect(await loadOrderState(order)).toEqual(['Received', 1, 0]);
  });

  it('stays exact when one of the receipts is reversed', async () => {
    const order = await createCaseOrder(24);
    const receipts: string[] = [];
    for (const qty of [8, 8, 8, 8]) {
      const receipt = await expectOk<GoodsReceipt>(receive(order, [qty], { reason: 'They brought more' }));
      receipts.push(receipt._id);
    }
    const change = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/goods-receipts/${receipts[1]}`, change));
    expect(await loadOrderState(order)).toEqual(['Received', 1, 0]);
  });

  it('is billed in full by three invoices of 8, or by one invoice for three receipts', async () => {
    const order = await createCaseOrder(24);
    const { items } = await expectOk<GoodsReceipt>(receive(order, [24]));
    const receiptLineId = items[0]?.lineId;
    for (const qty of [8, 8, 8]) await createPostedInvoice([{ receiptLineId, qty, price: 0.5 }]);
    expect(await loadOrder(order)).toMatchObject({
      billedByQuantity: 'Billed',
      billedByAmount: 'Billed',
      items: [{ billedQty: 1, billedValue: 12 }],
    });
    const other = await createCaseOrder(24);
    const parts = [];
    for (const qty of [8, 8, 8]) parts.push(await expectOk<GoodsReceipt>(receive(other, [qty])));
    const lines = parts.map((part) => ({ receiptLineId: part.items[0]?.lineId, qty: 8, price: 0.5 }));
    const invoice = await createPostedInvoice(lines);
    expect(invoice.matchState).toBe('matched');
    expect((await loadOrder(other)).billedByQuantity).toBe('Billed');
    const reversal = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/supplier-invoices/${invoice._id}`, reversal));
    expect((await loadOrder(other)).billedByQuantity).toBe('Not Billed');
  });

  it('counts as delivered in full on the scorecard when its first receipt is complete', async () => {
    const order = await createCaseOrder(24);
    await expectOk(receive(order, [8, 8, 8]));
    const short = await createCaseOrder(24);
    await expectOk(receive(short, [8, 8]));
    const query = `supplier=${mill}&from=2026-01-01&to=2026-12-31`;
    const [score] = await expectOk<{ inFullPercent: number; orders: number }[]>(
      t.as('branch').get(`/supplier-invoices/scorecards?${query}`),
    );
    const { length } = (
      await expectOk<PurchaseOrder[]>(t.as('branch').get('/purchase-orders?limit=100'))
    ).filter(({ receivedStatus }) => receivedStatus !== 'Not Received');
    expect(score?.orders).toBe(length);
    expect(score?.inFullPercent).toBeGreaterThan(0);
  });

  it('derives a missing price from the order in proportion, and compares an entered price with it', async () => {
    const order = await createCaseOrder(24);
    const { items } = await expectOk<GoodsReceipt>(receive(order, [8]));
    expect(items[0]?.price).toBe(0.5);
    const overpriced = await receive(order, [8], { price: 0.51 });
    expect([overpriced.status, Object.keys(overpriced.body.fields)]).toEqual([422, ['items.0.reason']]);
    const accruals = await expectOk<Accrual[]>(
      t.as('branch').get(`/supplier-invoices/accruals?q=${order.items[0]?.itemName.replace(' ', '%20')}`),
    );
    expect(accruals).toMatchObject([{ openQty: 8, price: 0.5, orderedPrice: 0.5 }]);
  });
});

it('a catch-weight item is bought by the piece, received with weight and pieces, and paid by weight', async () => {
  const item = await createCatchWeightItem(t, 'SALMON', {
    orderUnit: kg,
    overReceiptPercent: 10,
    shortReceiptPercent: 10,
  });
  const pack = { name: 'Whole fish', itemId: item, supplierId: mill, unit: kg, contentsQty: 2.5, price: 25 };
  const { _id: packagingId } = await expectOk<{ _id: string }>(t.as('admin').post('/packagings', pack));
  for (const weight of [10.4, 9.7]) {
    const draft = await expectOk<PurchaseOrder>(
      t
        .as('branch')
        .post('/purchase-orders', { supplier: mill, items: [{ itemId: item, packagingId, qty: 4 }] }),
    );
    const order = await expectOk<PurchaseOrder>(
      t.as('branch').patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
    );
    const poLineId = order.items[0]?.lineId ?? '';
    const receipt = await expectOk<GoodsReceipt>(receive({ ...order, poLineId }, [weight], { pieces: 4 }));
    expect(receipt).toMatchObject({
      goodsValue: weight * 10,
      items: [{ qty: weight, unitSymbol: 'kg', price: 10, pieces: 4 }],
    });
    expect((await loadOrder(order)).receivedStatus).toBe('Received');
    const receiptLineId = receipt.items[0]?.lineId;
    expect(await createPostedInvoice([{ receiptLineId, qty: weight, price: 10 }])).toMatchObject({
      matchState: 'matched',
      goodsValue: weight * 10,
    });
  }
  const { body } = await t.as('admin').get(`/stock?itemId=${item}&placeId=${ids.branch1}`);
  expect(body).toMatchObject([{ onHand: 20.1, pieces: 8, avgCost: 10 }]);
});

describe('an explicit unit on a line that already has one', () => {
  it('is rejected on the field of an invoice line, unless it is the same unit', async () => {
    const order = await createCaseOrder(24, 10);
    const enterInvoice = (line: Body) =>
      t.as('branch').post('/supplier-invoices', {
        supplier: mill,
        number: `UNIT-${(createdCount += 1)}`,
        date: '2026-03-04',
        total: 4,
        items: [{ poLineId: order.poLineId, qty: 8, price: 0.5, ...line }],
      });
    const response = await enterInvoice({ unit: kg });
    expect([response.status, response.body.fieldReasons]).toMatchObject([
      422,
      { 'items.0.unit': { reason: 'invoice-other-unit', params: { unit: 'Case 24' } } },
    ]);
    const { pack } = await createCaseItem(6);
    const other = await enterInvoice({ packagingId: pack });
    expect([other.status, Object.keys(other.body.fields)]).toEqual([422, ['items.0.packagingId']]);
    const same = await enterInvoice({ packagingId: order.items[0]?.packagingId });
    expect(same.body.items).toMatchObject([{ qty: 8, unitSymbol: 'Case 24', coversQty: 8 }]);
    const { items } = await expectOk<GoodsReceipt>(receive(order, [8]));
    const reference = { poLineId: undefined, receiptLineId: items[0]?.lineId };
    expect((await enterInvoice({ ...reference, unit: kg })).body.items).toMatchObject([
      { qty: 8, unitSymbol: 'kg' },
    ]);
    const { g } = ids.units;
    expect((await enterInvoice({ ...reference, unit: g })).body.fields).toHaveProperty(['items.0.unit']);
  });
});
