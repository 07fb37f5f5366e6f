import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { Accrual, ExpectedCredit } from '../shapes.ts';
import type { SupplierInvoice } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
/** The mill has no tolerances; the dairy has 5 % of the quantity either way, and 2 % of the price. */
let mill: string;
let dairy: string;

beforeAll(async () => {
  t = await createTestApp();
  const createSupplier = async (code: string, more: object) =>
    (await expectOk<{ _id: string }>(t.as('admin').post('/suppliers', { code, name: code, ...more })))._id;
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
type Person = Parameters<TestApp['as']>[0];
async function expectOk<T>(call: Promise<{ status: number; text: string; body: unknown }>): Promise<T> {
  const response = await call;
  expect(response.status, response.text).toBeLessThan(300);
  return response.body as T;
}
let itemCount = 0;
async function createItem(more: Body = {}): Promise<string> {
  itemCount += 1;
  const item = await expectOk<{ _id: string }>(
    t.as('admin').post('/items', {
      name: `Item ${itemCount}`,
      kind: 'raw',
      itemCode: `MATCH${itemCount}`,
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
      ...more,
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
const receive = (order: { _id: string; poLineId: string }, line: Body, user: Person = 'branch') =>
  t.as(user).post('/goods-receipts', {
    purchaseOrder: order._id,
    items: [{ poLineId: order.poLineId, ...line }],
  });
async function entered(supplier: string, items: Body[], more: Body = {}): Promise<SupplierInvoice> {
  itemCount += 1;
  const sum = items.reduce((all, { qty, price }) => all + Number(qty) * Number(price), 0);
  const total = Math.round(sum * 10_000) / 10_000;
  const body = {
    supplier,
    place: ids.branch1,
    number: `M-${itemCount}`,
    date: '2026-03-04',
    total,
    items,
    ...more,
  };
  return expectOk(t.as('branch').post('/supplier-invoices', body));
}
const posting = ({ _id }: { _id: string }, reason?: string, user: Person = 'branch') =>
  t.as(user).patch(`/supplier-invoices/${_id}`, { status: 'Posted', transitionReason: reason });
const orderNow = ({ _id }: { _id: string }) =>
  expectOk<PurchaseOrder>(t.as('branch').get(`/purchase-orders/${_id}`));
const lineNow = async (order: { _id: string }) => (await orderNow(order)).items[0];

describe('a price on a receipt', () => {
  it('other than the order price needs permission and a reason; without them nothing is received', async () => {
    const order = await createOrder(mill, { qty: 10, price: 5 });
    const dear = { qty: 10, price: 500 };
    const byStaff = await receive(order, { ...dear, reason: 'They said so' }, 'staff');
    expect([byStaff.status, byStaff.body.fieldReasons]).toMatchObject([
      422,
      { 'items.0.price': { reason: 'receipt-price-right', params: { price: '500', agreed: '5' } } },
    ]);
    const silent = await receive(order, dear);
    expect(silent.body.fieldReasons).toMatchObject({ 'items.0.reason': { reason: 'receipt-price-reason' } });
    for (const price of [5.0001, 4.9999]) expect((await receive(order, { qty: 1, price })).status).toBe(422);
    expect((await lineNow(order))?.receivedQty).toBe(0);
    await expectOk(receive(order, { qty: 4 }, 'staff'));
    await expectOk(receive(order, { ...dear, qty: 6, reason: 'The market price of today' }));
    expect((await orderNow(order)).receivedStatus).toBe('Received');
  });

  it('may differ within the tolerance, limit included', async () => {
    const order = await createOrder(dairy, { qty: 10, price: 5 });
    await expectOk(receive(order, { qty: 1, price: 5.1 }, 'staff'));
    await expectOk(receive(order, { qty: 1, price: 4.9 }, 'staff'));
    expect((await receive(order, { qty: 1, price: 5.1001 })).status).toBe(422);
  });
});

describe('a price on an invoice', () => {
  it('is compared with the order even if it equals the receipt', async () => {
    const order = await createOrder(mill, { qty: 10, price: 13.4 });
    const receipt = await expectOk<GoodsReceipt>(
      receive(order, { qty: 10, price: 15.9, reason: 'As on the delivery note' }),
    );
    for (const reference of [{ poLineId: order.poLineId }, { receiptLineId: receipt.items[0]?.lineId }]) {
      const invoice = await entered(mill, [{ ...reference, qty: 10, price: 15.9 }]);
      expect(invoice).toMatchObject({
        matchState: 'price',
        match: [{ state: 'price', price: 15.9, agreedPrice: 15.9, orderedPrice: 13.4 }],
      });
      const silent = await posting(invoice);
      expect([silent.status, silent.body.fieldReasons]).toMatchObject([
        422,
        { transitionReason: { reason: 'invoice-differs' } },
      ]);
      expect((await posting(invoice, 'Agreed by phone', 'staff')).status).toBe(403);
    }
  });

  it("within the tolerance of the receipt but outside that of the order doesn't match", async () => {
    const order = await createOrder(dairy, { qty: 10, price: 100 });
    await expectOk(receive(order, { qty: 10, price: 102 }));
    const at = async (price: number) =>
      (await entered(dairy, [{ poLineId: order.poLineId, qty: 10, price }])).matchState;
    expect([await at(102), await at(102.01), await at(100), await at(99.96), await at(99.95)]).toEqual([
      'matched',
      'price',
      'matched',
      'matched',
      'price',
    ]);
  });
});

describe('the approval limit of an order', () => {
  it("isn't exceeded by its invoice: an approver posts amounts above the limit and the order", async () => {
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
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 10, price: 12 }]);
    const refused = await posting(invoice, 'Dearer');
    expect([refused.status, refused.body.reason, refused.body.params]).toEqual([
      403,
      'invoice-above-limit',
      { number: order.number, billed: '120', ordered: '50', approvers: 'Test master' },
    ]);
    // Exactly the limit is allowed; the second invoice exceeds it.
    const first = await entered(mill, [{ poLineId: order.poLineId, qty: 8, price: 12.5 }]);
    await expectOk(posting(first, 'Dearer'));
    const second = await entered(mill, [{ poLineId: order.poLineId, qty: 1, price: 0.01 }]);
    expect((await posting(second, 'The rest')).status).toBe(403);
    await expectOk(posting(second, 'The rest', 'master'));
    await expectOk(t.as('admin').put(`/purchase-categories/${category._id}`, { approvalLimit: null }));
  });
});

describe('a credit line without a reference', () => {
  it('is never matched and needs a reason', async () => {
    const credit = await entered(mill, [{ itemId: await createItem(), qty: 1, price: 90_000 }], {
      kind: 'credit',
    });
    expect(credit).toMatchObject({ matchState: 'unlinked', match: [{ state: 'unlinked' }] });
    const silent = await posting(credit);
    expect([silent.status, Object.keys(silent.body.fields)]).toEqual([422, ['transitionReason']]);
    await expectOk(posting(credit, 'Bonus of the year'));
  });
});

describe('a receipt that is short', () => {
  it('within its tolerance completes the line; a tolerance of 0 leaves a millionth open', async () => {
    const order = await createOrder(dairy, { qty: 100, price: 1 });
    await expectOk(receive(order, { qty: 60 }));
    expect(await lineNow(order)).toMatchObject({ isClosed: false, outstandingQty: 40 });
    const receipt = await expectOk<GoodsReceipt>(receive(order, { qty: 35 }));
    expect(await orderNow(order)).toMatchObject({ receivedStatus: 'Received' });
    expect(await lineNow(order)).toMatchObject({ isClosed: true, reason: null, outstandingQty: 0 });
    // The rest can still arrive, and a reversed receipt is expected again.
    const rest = await expectOk<GoodsReceipt>(receive(order, { qty: 5 }));
    expect(await lineNow(order)).toMatchObject({ isClosed: false, receivedQty: 100, outstandingQty: 0 });
    const back = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/goods-receipts/${rest._id}`, back));
    expect(await lineNow(order)).toMatchObject({ isClosed: true, outstandingQty: 0 });
    await expectOk(t.as('branch').patch(`/goods-receipts/${receipt._id}`, back));
    expect(await lineNow(order)).toMatchObject({ isClosed: false, outstandingQty: 40 });

    const strict = await createOrder(mill, { qty: 100, price: 1 });
    await expectOk(receive(strict, { qty: 99.999999 }));
    expect(await lineNow(strict)).toMatchObject({ isClosed: false, outstandingQty: 0.000001 });
  });

  it('uses base units when the tolerance is a quantity, and a short order is closed without a reason', async () => {
    const item = await createItem({ shortReceiptQty: 2 });
    const order = await createOrder(mill, { qty: 10, price: 1, item });
    await expectOk(receive(order, { qty: 7.999999 }));
    expect((await orderNow(order)).receivedStatus).toBe('Partly Received');
    await expectOk(receive(order, { qty: 0.000001 }));
    expect((await orderNow(order)).receivedStatus).toBe('Received');
    await expectOk(t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Closed' }));
  });
});

describe('an expected credit', () => {
  it('is the same in the list and on its form: goods at their price, without freight', async () => {
    const order = await createOrder(mill, { qty: 10, price: 8 });
    await expectOk(receive(order, { qty: 4, rejectedQty: 6, reason: 'Warm' }));
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 10, price: 8 }], {
      freight: 1.2,
      total: 81.2,
    });
    await expectOk(posting(invoice, 'The supplier will credit it'));
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
    const expected = async () =>
      (
        await expectOk<ExpectedCredit[]>(
          t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`),
        )
      ).filter((credit) => credit.receiptLineId === receiptLineId);
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 10, price: 6.6 }]);
    await expectOk(posting(invoice, 'credit_expected'));
    expect(await expected()).toMatchObject([{ source: 'price', qty: 10, price: 1.6, expected: 16 }]);
    const credit = async (price: number) =>
      expectOk(posting(await entered(mill, [{ receiptLineId, qty: 10, price }], { kind: 'credit' })));
    await credit(0.6);
    expect(await expected()).toMatchObject([{ qty: 10, price: 1, expected: 10 }]);
    await credit(1);
    expect(await expected()).toEqual([]);
  });

  it("isn't expected when the price was agreed", async () => {
    const order = await createOrder(mill, { qty: 10, price: 5 });
    await expectOk(receive(order, { qty: 10 }));
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 10, price: 6 }]);
    await expectOk(posting(invoice, 'price_agreed'));
    const credits = await expectOk<ExpectedCredit[]>(
      t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`),
    );
    expect(credits.filter(({ documentId }) => documentId === invoice._id)).toEqual([]);
  });
});

describe('goods that go back before they are billed', () => {
  const open = async () =>
    (await expectOk<Accrual[]>(t.as('branch').get(`/supplier-invoices/accruals?supplier=${mill}`))).map(
      ({ openQty, openValue, openCharge }) => [openQty, openValue, openCharge],
    );
  const credits = () =>
    expectOk<ExpectedCredit[]>(t.as('branch').get(`/supplier-invoices/expected-credits?supplier=${mill}`));
  const back = async (itemId: string, qty: number) => {
    const items = [{ itemId, qty, reasonCode: 'quality' }];
    const body = { kind: 'supplier-return', to: mill, items };
    const { _id } = await expectOk<{ _id: string }>(t.as('branch').post('/transfers', body));
    return expectOk<{ _id: string }>(t.as('branch').patch(`/transfers/${_id}`, { status: 'Sent' }));
  };
  /** 60 and 40 of 100 arrived at 3.00, and 10 of them were returned. */
  const returned = async () => {
    const item = await createItem();
    const order = await createOrder(mill, { qty: 100, price: 3, item });
    for (const qty of [60, 40]) await expectOk(receive(order, { qty }));
    return { order, back: await back(item, 10) };
  };

  it('are not billed: of 60 + 40 with 10 returned an invoice of 90 leaves nothing open, and no credit is expected', async () => {
    const before = [await open(), await credits()];
    const { order, back: sent } = await returned();
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 90, price: 3 }]);
    expect(invoice.matchState).toBe('matched');
    await expectOk(posting(invoice));
    expect([await open(), await credits()]).toEqual(before);
    expect(await orderNow(order)).toMatchObject({ billedByQuantity: 'Billed', billedByAmount: 'Billed' });
    expect(await lineNow(order)).toMatchObject({ receivedQty: 100, returnedQty: 10, billedQty: 90 });
    expect(await expectOk(t.as('branch').get(`/supplier-invoices/${invoice._id}`))).toMatchObject({
      variance: 0,
      match: [{ acceptedQty: 90, openQty: 0 }],
    });
    const refused = await t.as('admin').patch(`/transfers/${sent._id}`, { status: 'Draft' });
    expect([refused.status, refused.body.reason]).toEqual([409, 'return-settled']);

    const change = { status: 'Reversed', transitionReason: 'Entered twice' };
    await expectOk(t.as('branch').patch(`/supplier-invoices/${invoice._id}`, change));
    expect((await open()).slice(-2)).toEqual([
      [60, 180, 0],
      [40, 120, 0],
    ]);
    expect((await credits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect(await lineNow(order)).toMatchObject({ returnedQty: 0, billedQty: 0 });
    await expectOk(t.as('admin').patch(`/transfers/${sent._id}`, { status: 'Draft' }));
  });

  it('that are billed anyway are an expected credit', async () => {
    const { order, back: sent } = await returned();
    await expectOk(posting(await entered(mill, [{ poLineId: order.poLineId, qty: 100, price: 3 }])));
    expect((await credits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect(await lineNow(order)).toMatchObject({ returnedQty: 0, billedQty: 100 });
  });

  it('are not settled by an invoice that leaves more open than was returned', async () => {
    const { order, back: sent } = await returned();
    await expectOk(posting(await entered(mill, [{ poLineId: order.poLineId, qty: 80, price: 3 }])));
    expect((await credits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 30 });
    expect((await open()).at(-1)).toEqual([20, 60, 0]);
    await expectOk(posting(await entered(mill, [{ poLineId: order.poLineId, qty: 10, price: 3 }])));
    expect((await credits()).some(({ transferId }) => transferId === sent._id)).toBe(false);
    expect((await orderNow(order)).billedByQuantity).toBe('Billed');
  });

  it('are settled once, in parts over several receipts, and the value difference is a variance', async () => {
    const item = await createItem();
    const order = await createOrder(mill, { qty: 20, price: 3, item });
    const prices = [3, 5];
    for (const price of prices) await expectOk(receive(order, { qty: 10, price, reason: 'Dearer' }));
    // 12 are returned at the latest cost: 10 at 5.00 and 2 at 3.00.
    const sent = await back(item, 12);
    expect((await credits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 56 });
    const invoice = await entered(mill, [{ poLineId: order.poLineId, qty: 8, price: 3 }]);
    await expectOk(posting(invoice));
    // 2 of 12 are worth 9.3333 where they are settled at 3.00 each.
    expect((await credits()).at(-1)).toMatchObject({ transferId: sent._id, expected: 46.6667 });
    expect(await lineNow(order)).toMatchObject({ returnedQty: 2, billedQty: 8 });
  });
});
