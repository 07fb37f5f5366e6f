import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { Accrual, ExpectedCredit } from '../shapes.ts';
import type { SupplierInvoice } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
/** The mill has no tolerances; the dairy has 5 % over and under on quantities, and 2 % on prices. */
let mill: string;
let dairy: string;

beforeAll(async () => {
  t = await createTestApp();
  const createSupplier = async (code: string, overrides: object) =>
    (await expectOk<{ _id: string }>(t.as('admin').post('/suppliers', { code, name: code, ...overrides })))
      ._id;
  mill = await createSupplier('MILL', {});
  dairy = await createSupplier('DAIRY', {
    overReceiptPercent: 5,
    shortReceiptPercent: 5,
    priceTolerancePercent: 2,
  });
});
afterAll(async () => {
  expect(await reconcile(t.db.read)).toEqual([]);
  expect(t.errors).toEqual([]);
  await t.close();
});

type Body = Record<string, unknown>;
type User = Parameters<TestApp['as']>[0];
async function expectOk<T>(call: Promise<{ status: number; text: string; body: unknown }>): Promise<T> {
  const response = await call;
  expect(response.status, response.text).toBeLessThan(300);
  return response.body as T;
}
let itemCount = 0;
async function createItem(overrides: Body = {}): Promise<string> {
  itemCount += 1;
  const item = await expectOk<{ _id: string }>(
    t.as('admin').post('/items', {
      name: `Item ${itemCount}`,
      kind: 'raw',
      itemCode: `MATCH${itemCount}`,
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
      ...overrides,
    }),
  );
  return item._id;
}
async function createOrder(
  supplier: string,
  { qty, price, item }: { qty: number; price: number; item?: string },
): Promise<PurchaseOrder & { poLineId: string }> {
  const items = [{ itemId: item ?? (await createItem()), qty, price }];
  const draft = await expectOk<PurchaseOrder>(t.as('branch').post('/purchase-orders', { supplier, items }));
  const order = await expectOk<PurchaseOrder>(
    t.as('branch').patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
  );
  return { ...order, poLineId: order.items[0]?.lineId ?? '' };
}
const receive = (order: { _id: string; poLineId: string }, line: Body, user: User = 'branch') =>
  t.as(user).post('/goods-receipts', {
    purchaseOrder: order._id,
    items: [{ poLineId: order.poLineId, ...line }],
  });
async function createInvoice(
  supplier: string,
  items: Body[],
  overrides: Body = {},
): Promise<SupplierInvoice> {
  itemCount += 1;
  const sum = items.reduce((total, { qty, price }) => total + Number(qty) * Number(price), 0);
  const total = Math.round(sum * 10_000) / 10_000;
  const body = {
    supplier,
    place: ids.branch1,
    number: `M-${itemCount}`,
    date: '2026-03-04',
    total,
    items,
    ...overrides,
  };
  return expectOk(t.as('branch').post('/supplier-invoices', body));
}
const postInvoice = ({ _id }: { _id: string }, reason?: string, user: User = 'branch') =>
  t.as(user).patch(`/supplier-invoices/${_id}`, { status: 'Posted', transitionReason: reason });
const loadOrder = ({ _id }: { _id: string }) =>
  expectOk<PurchaseOrder>(t.as('branch').get(`/purchase-orders/${_id}`));
const loadOrderLine = async (order: { _id: string }) => (await loadOrder(order)).items[0];

describe('a discount in the order', () => {
  it.each([
    ['of 25 percent', { discountPercent: 25 }, 15],
    ['of 10.00 on the line', { discount: 10 }, 17.5],
  ])(
    '%s reduces the price that is received, valued and matched; the price before it stays visible',
    async (_name, discount, net) => {
      const item = await createItem();
      const items = [{ itemId: item, qty: 4, listPrice: 20, ...discount }];
      const draft = await expectOk<PurchaseOrder>(
        t.as('branch').post('/purchase-orders', { supplier: mill, items }),
      );
      expect(draft).toMatchObject({
        goodsValue: 4 * net,
        items: [{ price: net, listPrice: 20, value: 4 * net, ...discount }],
      });
      const order = await expectOk<PurchaseOrder>(
        t.as('branch').patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
      );
      const poLineId = order.items[0]?.lineId ?? '';
      const receipt = await expectOk<GoodsReceipt>(receive({ ...order, poLineId }, { qty: 4 }));
      expect(receipt).toMatchObject({ landedValue: 4 * net, items: [{ price: net, listPrice: 20 }] });
      const [position] = await expectOk<{ avgCost: number }[]>(
        t.as('admin').get(`/stock?placeId=${ids.branch1}&itemId=${item}`),
      );
      expect(position?.avgCost).toBe(net);

      const accruals = await expectOk<Accrual[]>(t.as('branch').get('/supplier-invoices/accruals'));
      expect(accruals.filter(({ itemId }) => itemId === item)).toMatchObject([
        { price: net, orderedPrice: net, listPrice: 20 },
      ]);
      const beforeDiscount = await createInvoice(mill, [{ poLineId, qty: 4, price: 20 }]);
      expect(beforeDiscount.match).toMatchObject([{ state: 'price', orderedPrice: net, listPrice: 20 }]);
      const invoice = await createInvoice(mill, [{ poLineId, qty: 4, price: net }]);
      expect(invoice.match).toMatchObject([{ state: 'matched', agreedPrice: net, listPrice: 20 }]);
    },
  );
});

describe('a price on a receipt', () => {
  it('that differs from the order price requires permission and a reason; without them nothing is received', async () => {
    const order = await createOrder(mill, { qty: 10, price: 5 });
    const expensive = { qty: 10, price: 500 };
    const byStaff = await receive(order, { ...expensive, reason: 'They said so' }, 'staff');
    expect([byStaff.status, byStaff.body.fieldReasons]).toMatchObject([
      422,
      { 'items.0.price': { reason: 'receipt-price-forbidden', params: { price: '500', agreed: '5' } } },
    ]);
    const withoutReason = await receive(order, expensive);
    expect(withoutReason.body.fieldReasons).toMatchObject({
      'items.0.reason': { reason: 'receipt-price-reason' },
    });
    for (const price of [5.0001, 4.9999]) expect((await receive(order, { qty: 1, price })).status).toBe(422);
    expect((await loadOrderLine(order))?.receivedQty).toBe(0);
    await expectOk(receive(order, { qty: 4 }, 'staff'));
    await expectOk(receive(order, { ...expensive, qty: 6, reason: 'The market price of today' }));
    expect((await loadOrder(order)).receivedStatus).toBe('Received');
  });

  it('may differ up to and including the tolerance', async () => {
    const order = await createOrder(dairy, { qty: 10, price: 5 });
    await expectOk(receive(order, { qty: 1, price: 5.1 }, 'staff'));
    await expectOk(receive(order, { qty: 1, price: 4.9 }, 'staff'));
    expect((await receive(order, { qty: 1, price: 5.1001 })).status).toBe(422);
  });
});

describe('a price on an invoice', () => {
  it('is compared with the order price even if it equals the receipt price', async () => {
    const order = await createOrder(mill, { qty: 10, price: 13.4 });
    const receipt = await expectOk<GoodsReceipt>(
      receive(order, { qty: 10, price: 15.9, reason: 'As on the delivery note' }),
    );
    for (const reference of [{ poLineId: order.poLineId }, { receiptLineId: receipt.items[0]?.lineId }]) {
      const invoice = await createInvoice(mill, [{ ...reference, qty: 10, price: 15.9 }]);
      expect(invoice).toMatchObject({
        matchState: 'price',
        match: [{ state: 'price', price: 15.9, agreedPrice: 15.9, orderedPrice: 13.4 }],
      });
      const withoutReason = await postInvoice(invoice);
      expect([withoutReason.status, withoutReason.body.fieldReasons]).toMatchObject([
        422,
        { transitionReason: { reason: 'invoice-differs' } },
      ]);
      expect((await postInvoice(invoice, 'Agreed by phone', 'staff')).status).toBe(403);
    }
  });

  it("within the tolerance of the receipt price but not of the order price doesn't match", async () => {
    const order = await createOrder(dairy, { qty: 10, price: 100 });
    await expectOk(receive(order, { qty: 10, price: 102 }));
    const loadMatchState = async (price: number) =>
      (await createInvoice(dairy, [{ poLineId: order.poLineId, qty: 10, price }])).matchState;
    expect([
      await loadMatchState(102),
      await loadMatchState(102.01),
      await loadMatchState(100),
      await loadMatchState(99.96),
      await loadMatchState(99.95),
    ]).toEqual(['matched', 'price', 'matched', 'matched', 'price']);
  });
});

describe("an order's approval limit", () => {
  it('applies to its invoices: an approver must post an invoice that exceeds both the limit and the order', async () => {
    const category = await expectOk<{ _id: string }>(
      t.as('admin').post('/purchase-categories', {
        name: 'Limited',
        approver: ids.users.master,
        approvalLimit: 100,
      }),
    );
    const item = await createItem({ purchaseCategory: category._id });
    const order = await createOrder(mill, { qty: 10, price: 5, item });
    await expectOk(receive(order, { qty: 10, price: 12, reason: 'Dearer' }));
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 10, price: 12 }]);
    const refused = await postInvoice(invoice, 'Dearer');
    expect([refused.status, refused.body.reason, refused.body.params]).toEqual([
      403,
      'invoice-above-limit',
      { number: order.number, billed: '120', ordered: '50', approvers: 'Test master' },
    ]);
    // An amount equal to the limit is allowed; the second invoice exceeds it.
    const first = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 8, price: 12.5 }]);
    await expectOk(postInvoice(first, 'Dearer'));
    const second = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 1, price: 0.01 }]);
    expect((await postInvoice(second, 'The rest')).status).toBe(403);
    await expectOk(postInvoice(second, 'The rest', 'master'));
    await expectOk(t.as('admin').put(`/purchase-categories/${category._id}`, { approvalLimit: null }));
  });
});

describe('a credit line without a reference', () => {
  it('is never matched and needs a reason', async () => {
    const credit = await createInvoice(mill, [{ itemId: await createItem(), qty: 1, price: 90_000 }], {
      kind: 'credit',
    });
    expect(credit).toMatchObject({ matchState: 'unlinked', match: [{ state: 'unlinked' }] });
    const withoutReason = await postInvoice(credit);
    expect([withoutReason.status, Object.keys(withoutReason.body.fields)]).toEqual([
      422,
      ['transitionReason'],
    ]);
    await expectOk(postInvoice(credit, 'Bonus of the year'));
  });
});

describe('a short receipt', () => {
  it('within the tolerance completes the line; with a tolerance of 0, even a missing millionth stays outstanding', async () => {
    const order = await createOrder(dairy, { qty: 100, price: 1 });
    await expectOk(receive(order, { qty: 60 }));
    expect(await loadOrderLine(order)).toMatchObject({ isClosed: false, outstandingQty: 40 });
    const receipt = await expectOk<GoodsReceipt>(receive(order, { qty: 35 }));
    expect(await loadOrder(order)).toMatchObject({ receivedStatus: 'Received' });
    expect(await loadOrderLine(order)).toMatchObject({ isClosed: true, reason: null, outstandingQty: 0 });
    // The rest can still arrive, and after a reversal it is outstanding again.
    const lastReceipt = await expectOk<GoodsReceipt>(receive(order, { qty: 5 }));
    expect(await loadOrderLine(order)).toMatchObject({
      isClosed: false,
      receivedQty: 100,
      outstandingQty: 0,
    });
    const reversal = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/goods-receipts/${lastReceipt._id}`, reversal));
    expect(await loadOrderLine(order)).toMatchObject({ isClosed: true, outstandingQty: 0 });
    await expectOk(t.as('branch').patch(`/goods-receipts/${receipt._id}`, reversal));
    expect(await loadOrderLine(order)).toMatchObject({ isClosed: false, outstandingQty: 40 });

    const strictOrder = await createOrder(mill, { qty: 100, price: 1 });
    await expectOk(receive(strictOrder, { qty: 99.999999 }));
    expect(await loadOrderLine(strictOrder)).toMatchObject({ isClosed: false, outstandingQty: 0.000001 });
  });

  it('within a tolerance in base units completes the line, so that the order is closed without a reason', async () => {
    const item = await createItem({ shortReceiptQty: 2 });
    const order = await createOrder(mill, { qty: 10, price: 1, item });
    await expectOk(receive(order, { qty: 7.999999 }));
    expect((await loadOrder(order)).receivedStatus).toBe('Partly Received');
    await expectOk(receive(order, { qty: 0.000001 }));
    expect((await loadOrder(order)).receivedStatus).toBe('Received');
    await expectOk(t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Closed' }));
  });
});

describe('an expected credit', () => {
  it('covers the price of the goods without freight', async () => {
    const order = await createOrder(mill, { qty: 10, price: 8 });
    await expectOk(receive(order, { qty: 4, rejectedQty: 6, reason: 'Warm' }));
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 10, price: 8 }], {
      freight: 1.2,
      total: 81.2,
    });
    await expectOk(postInvoice(invoice, 'The supplier will credit it'));
    const credits = await expectOk<ExpectedCredit[]>(
      t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`),
    );
    expect(credits.filter(({ documentId }) => documentId === invoice._id)).toMatchObject([
      { qty: 6, price: 8, expected: 48 },
    ]);
  });
});

describe('a price difference that the supplier will credit', () => {
  it('is an expected credit until a credit note covers it', async () => {
    const order = await createOrder(mill, { qty: 10, price: 5 });
    const receipt = await expectOk<GoodsReceipt>(receive(order, { qty: 10, price: 6, reason: 'As printed' }));
    const receiptLineId = receipt.items[0]?.lineId;
    const loadExpectedCredits = async () =>
      (
        await expectOk<ExpectedCredit[]>(
          t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`),
        )
      ).filter((credit) => credit.receiptLineId === receiptLineId);
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 10, price: 6.6 }]);
    await expectOk(postInvoice(invoice, 'credit_expected'));
    expect(await loadExpectedCredits()).toMatchObject([
      { source: 'price', qty: 10, price: 1.6, expected: 16 },
    ]);
    const postCredit = async (price: number) =>
      expectOk(
        postInvoice(await createInvoice(mill, [{ receiptLineId, qty: 10, price }], { kind: 'credit' })),
      );
    await postCredit(0.6);
    expect(await loadExpectedCredits()).toMatchObject([{ qty: 10, price: 1, expected: 10 }]);
    await postCredit(1);
    expect(await loadExpectedCredits()).toEqual([]);
  });

  it("isn't expected if the price was agreed", async () => {
    const order = await createOrder(mill, { qty: 10, price: 5 });
    await expectOk(receive(order, { qty: 10 }));
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 10, price: 6 }]);
    await expectOk(postInvoice(invoice, 'price_agreed'));
    const credits = await expectOk<ExpectedCredit[]>(
      t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`),
    );
    expect(credits.filter(({ documentId }) => documentId === invoice._id)).toEqual([]);
  });
});

describe('goods returned before they are billed', () => {
  const loadOpenAccruals = async () =>
    (await expectOk<Accrual[]>(t.as('branch').get(`/supplier-invoices/accruals?supplier=${mill}`))).map(
      ({ openQty, openValue, openCharge }) => [openQty, openValue, openCharge],
    );
  const loadCredits = () =>
    expectOk<ExpectedCredit[]>(t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`));
  const createReturn = async (itemId: string, qty: number) => {
    const items = [{ itemId, qty, reasonCode: 'quality' }];
    const body = { kind: 'supplier-return', to: mill, items };
    const { _id } = await expectOk<{ _id: string }>(t.as('branch').post('/transfers', body));
    return expectOk<{ _id: string }>(t.as('branch').patch(`/transfers/${_id}`, { status: 'Sent' }));
  };
  /** Receives 60 and 40 of 100 units at 3.00, and returns 10 of them. */
  const receiveAndReturn = async () => {
    const item = await createItem();
    const order = await createOrder(mill, { qty: 100, price: 3, item });
    for (const qty of [60, 40]) await expectOk(receive(order, { qty }));
    return { order, supplierReturn: await createReturn(item, 10) };
  };

  it('require no credit: if 60 + 40 arrived and 10 were returned, an invoice for 90 leaves nothing open', async () => {
    const before = [await loadOpenAccruals(), await loadCredits()];
    const { order, supplierReturn: sent } = await receiveAndReturn();
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 90, price: 3 }]);
    expect(invoice.matchState).toBe('matched');
    await expectOk(postInvoice(invoice));
    expect([await loadOpenAccruals(), await loadCredits()]).toEqual(before);
    expect(await loadOrder(order)).toMatchObject({ billedByQuantity: 'Billed', billedByAmount: 'Billed' });
    expect(await loadOrderLine(order)).toMatchObject({ receivedQty: 100, returnedQty: 10, billedQty: 90 });
    expect(await expectOk(t.as('branch').get(`/supplier-invoices/${invoice._id}`))).toMatchObject({
      variance: 0,
      match: [{ acceptedQty: 90, openQty: 0 }],
    });
    const refused = await t.as('admin').patch(`/transfers/${sent._id}`, { status: 'Draft' });
    expect([refused.status, refused.body.reason]).toEqual([409, 'return-settled']);

    const change = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/supplier-invoices/${invoice._id}`, change));
    expect((await loadOpenAccruals()).slice(-2)).toEqual([
      [60, 180, 0],
      [40, 120, 0],
    ]);
    expect((await loadCredits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect(await loadOrderLine(order)).toMatchObject({ returnedQty: 0, billedQty: 0 });
    await expectOk(t.as('admin').patch(`/transfers/${sent._id}`, { status: 'Draft' }));
  });

  it('are an expected credit if they are billed anyway', async () => {
    const { order, supplierReturn: sent } = await receiveAndReturn();
    await expectOk(
      postInvoice(await createInvoice(mill, [{ poLineId: order.poLineId, qty: 100, price: 3 }])),
    );
    expect((await loadCredits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect(await loadOrderLine(order)).toMatchObject({ returnedQty: 0, billedQty: 100 });
  });

  it('are not settled by an invoice that leaves more open than was returned', async () => {
    const { order, supplierReturn: sent } = await receiveAndReturn();
    await expectOk(postInvoice(await createInvoice(mill, [{ poLineId: order.poLineId, qty: 80, price: 3 }])));
    expect((await loadCredits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect((await loadOpenAccruals()).at(-1)).toEqual([20, 60, 0]);
    await expectOk(postInvoice(await createInvoice(mill, [{ poLineId: order.poLineId, qty: 10, price: 3 }])));
    expect((await loadCredits()).some(({ transferId }) => transferId === sent._id)).toBe(false);
    expect((await loadOrder(order)).billedByQuantity).toBe('Billed');
  });

  it('are settled once, in parts over several receipts, and the value difference is a variance', async () => {
    const item = await createItem();
    const order = await createOrder(mill, { qty: 20, price: 3, item });
    const prices = [3, 5];
    for (const price of prices) await expectOk(receive(order, { qty: 10, price, reason: 'Dearer' }));
    // 12 are returned at the latest cost: 10 at 5.00 and 2 at 3.00.
    const sent = await createReturn(item, 12);
    expect((await loadCredits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 56 });
    const invoice = await createInvoice(mill, [{ poLineId: order.poLineId, qty: 8, price: 3 }]);
    await expectOk(postInvoice(invoice));
    // The value of the 2 settled units is 9.3333 on the return, but they are settled at 3.00 each.
    expect((await loadCredits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 46.6667 });
    expect(await loadOrderLine(order)).toMatchObject({ returnedQty: 2, billedQty: 8 });
  });
});
