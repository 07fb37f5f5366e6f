import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { ExpectedCredit } from '../shapes.ts';
import type { SupplierInvoice } from '../shapes.ts';
import { addDays } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
let mill: string;
let bag: string;
const { flour } = ids.items;

beforeAll(async () => {
  t = await createTestApp();
  mill = await createSupplier(t);
  const pack = await t.as('admin').post('/packagings', {
    name: 'Bag 10 kg',
    itemId: flour,
    supplierId: mill,
    unit: ids.units.kg,
    contentsQty: 10,
    price: 20,
  });
  expect(pack.status, pack.text).toBe(201);
  bag = pack.body._id;
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
const asUser = (user: 'branch' | 'admin' = 'branch') => t.as(user);
let invoiceCount = 0;
const nextNo = () => `4711-${(invoiceCount += 1)}`;

async function createOrder(items: Body[]): Promise<PurchaseOrder> {
  const order = await expectOk<PurchaseOrder>(asUser().post('/purchase-orders', { supplier: mill, items }));
  return expectOk(asUser().patch(`/purchase-orders/${order._id}`, { status: 'Sent' }));
}
const createReceipt = (body: Body) => expectOk<GoodsReceipt>(asUser().post('/goods-receipts', body));
const loadOrder = ({ _id }: { _id: string }) =>
  expectOk<PurchaseOrder>(asUser().get(`/purchase-orders/${_id}`));
const loadReceipt = ({ _id }: { _id: string }) =>
  expectOk<GoodsReceipt>(asUser().get(`/goods-receipts/${_id}`));
async function createInvoice(items: Body[], overrides: Body = {}): Promise<SupplierInvoice> {
  const sum = items.reduce((total, { qty, price }) => total + Number(qty) * Number(price), 0);
  const { freight = null, tax = 0 } = overrides as { freight?: number | null; tax?: number };
  const total = Math.round((sum + (freight ?? 0) + tax) * 10_000) / 10_000;
  const body = { supplier: mill, number: nextNo(), date: '2026-03-04', total, items, ...overrides };
  return expectOk(asUser().post('/supplier-invoices', body));
}
const postInvoice = ({ _id }: { _id: string }, transitionReason?: string) =>
  expectOk<SupplierInvoice>(
    asUser().patch(`/supplier-invoices/${_id}`, {
      status: 'Posted',
      ...(transitionReason !== undefined && { transitionReason }),
    }),
  );
const createPostedInvoice = async (items: Body[], overrides: Body = {}) =>
  postInvoice(await createInvoice(items, overrides), 'As agreed by phone');
const reverseInvoice = ({ _id }: { _id: string }) =>
  expectOk<SupplierInvoice>(
    asUser().patch(`/supplier-invoices/${_id}`, { status: 'Reversed', transitionReason: 'Entered twice' }),
  );
const first = <T>(list: readonly T[]): T => {
  const [element] = list;
  if (element === undefined) throw new Error('none');
  return element;
};
/** Creates a return to the mill and sends it. */
async function createSupplierReturn(
  itemId: string,
  qty: number,
): Promise<{ _id: string; creditExpected: number }> {
  const items = [{ itemId, qty, reasonCode: 'quality' }];
  const { _id } = await expectOk<{ _id: string }>(
    asUser().post('/transfers', { kind: 'supplier-return', to: mill, items }),
  );
  return expectOk(asUser().patch(`/transfers/${_id}`, { status: 'Sent' }));
}
/** Returns the stock on hand at the branch, with its value. */
async function loadStock(itemId: string): Promise<{ onHand: number; value: number; average: number }> {
  const row = await t.db.read
    .selectFrom('balances')
    .selectAll()
    .where('placeId', '=', ids.branch1)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  const [onHand, value] = [(row?.onHandMicro ?? 0) / 1e6, (row?.valueE4 ?? 0) / 1e4];
  return { onHand, value, average: onHand === 0 ? 0 : value / onHand };
}
/** Every example uses a new item, so that it starts without stock. */
let itemCount = 0;
async function createItem(): Promise<string> {
  itemCount += 1;
  const item = await expectOk<{ _id: string }>(
    asUser('admin').post('/items', {
      name: `Example ${itemCount}`,
      kind: 'raw',
      itemCode: `EX${itemCount}`,
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
    }),
  );
  return item._id;
}
const recordWastage = (item: string, qty: number) =>
  expectOk(asUser().post('/wastage', { item, qty, reason: 'spoiled', status: 'Posted' }));

describe('B6: billed quantity and billed amount are reported separately', () => {
  it('25 % of the quantity at four times the price is not fully billed by quantity (erpnext#52909)', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 100, price: 10 }]);
    const { lineId: poLineId } = first(order.items);
    await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 100 }] });
    await createPostedInvoice([{ poLineId, qty: 25, price: 40 }]);
    expect(await loadOrder(order)).toMatchObject({
      receivedStatus: 'Received',
      billedByQuantity: 'Partly Billed',
      billedByAmount: 'Billed',
    });
  });

  it('billing the full quantity at a lower price leaves nothing to bill (erpnext#50478)', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 10 }]);
    const { lineId: poLineId } = first(order.items);
    await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 10 }] });
    await createPostedInvoice([{ poLineId, qty: 10, price: 9.5 }]);
    expect(await loadOrder(order)).toMatchObject({ billedByQuantity: 'Billed', billedByAmount: 'Billed' });
  });
});

describe('B6: nothing remains to bill', () => {
  const loadBilledStatus = async (order: PurchaseOrder) => {
    const { billedByQuantity, billedByAmount } = await loadOrder(order);
    return [billedByQuantity, billedByAmount];
  };

  it('of lines that are billed without a price or credited in full', async () => {
    const item = await createItem();
    const samples = await createOrder([{ itemId: item, qty: 10, price: 0 }]);
    await createReceipt({
      purchaseOrder: samples._id,
      items: [{ poLineId: first(samples.items).lineId, qty: 10 }],
    });
    await createPostedInvoice([{ poLineId: first(samples.items).lineId, qty: 5, price: 0 }]);
    // No price was agreed, so the amount counts as fully billed.
    expect(await loadBilledStatus(samples)).toEqual(['Partly Billed', 'Billed']);
    await createPostedInvoice([{ poLineId: first(samples.items).lineId, qty: 5, price: 0 }]);
    expect(await loadBilledStatus(samples)).toEqual(['Billed', 'Billed']);

    const order = await createOrder([{ itemId: item, qty: 10, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    const receipt = await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 10 }] });
    const invoice = await createPostedInvoice([{ poLineId, qty: 10, price: 5 }]);
    const { lineId: receiptLineId } = first(receipt.items);
    const credit = await createPostedInvoice([{ receiptLineId, qty: 10, price: 5 }], { kind: 'credit' });
    expect(await loadBilledStatus(order)).toEqual(['Billed', 'Billed']);
    await reverseInvoice(credit);
    await reverseInvoice(invoice);
    expect(await loadBilledStatus(order)).toEqual(['Not Billed', 'Not Billed']);
  });

  it('on an order closed short once the received goods are billed; reopening it makes the rest billable again', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 6 }] });
    const changeStatus = (body: Body) =>
      expectOk<PurchaseOrder>(asUser().patch(`/purchase-orders/${order._id}`, body));
    await changeStatus({ transitionReason: 'They have no more' });
    expect(await changeStatus({ status: 'Closed' })).toMatchObject({
      receivedStatus: 'Received',
      billedByQuantity: 'Not Billed',
    });
    const invoice = await createPostedInvoice([{ poLineId, qty: 6, price: 5 }]);
    expect(await loadBilledStatus(order)).toEqual(['Billed', 'Billed']);
    expect(await changeStatus({ status: 'Sent' })).toMatchObject({
      receivedStatus: 'Partly Received',
      billedByQuantity: 'Partly Billed',
      billedByAmount: 'Partly Billed',
    });
    await changeStatus({ transitionReason: 'They have no more' });
    expect(await changeStatus({ status: 'Closed' })).toMatchObject({ billedByQuantity: 'Billed' });
    await reverseInvoice(invoice);
    expect(await loadBilledStatus(order)).toEqual(['Not Billed', 'Not Billed']);
  });

  it('orders can be listed by billing status, by quantity and by amount', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 4, price: 10 }]);
    await createPostedInvoice([{ poLineId: first(order.items).lineId, qty: 1, price: 40 }]);
    const isListed = async (query: string) =>
      (await expectOk<PurchaseOrder[]>(asUser().get(`/purchase-orders?limit=100&${query}`))).some(
        ({ _id }) => _id === order._id,
      );
    expect(await isListed('billedByQuantity=Partly%20Billed')).toBe(true);
    expect(await isListed('billedByAmount=Billed')).toBe(true);
    expect(await isListed('billedByQuantity=Billed')).toBe(false);
    expect((await asUser().get('/purchase-orders?billedByAmount=Nearly')).status).toBe(400);
  });
});

describe('B7: a match uses the accepted quantity', () => {
  it("rejected units aren't matched and remain an expected credit until a credit note is posted (erpnext#46385)", async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    const receipt = await createReceipt({
      purchaseOrder: order._id,
      items: [{ poLineId, qty: 8, rejectedQty: 2, reason: 'quality' }],
    });
    const draft = await createInvoice([{ poLineId, qty: 10, price: 5 }]);
    expect(first(draft.match)).toMatchObject({
      state: 'quantity',
      billedQty: 10,
      acceptedQty: 8,
      rejectedQty: 2,
      openQty: 2,
      receipts: [{ receiptId: receipt._id, qty: 8, price: 5 }],
    });
    const refused = await asUser().patch(`/supplier-invoices/${draft._id}`, { status: 'Posted' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['transitionReason']]);
    const invoice = await postInvoice(draft, 'Credit is promised');
    expect(first((await loadReceipt(receipt)).items)).toMatchObject({ billedQty: 8, billedValue: 40 });
    const loadCredits = async () =>
      (await expectOk<ExpectedCredit[]>(asUser().get('/supplier-invoices/expected-credits'))).filter(
        ({ itemId }) => itemId === item,
      );
    const expected = first(await loadCredits());
    expect(expected).toMatchObject({
      source: 'rejected',
      creditOf: first(invoice.items).lineId,
      qty: 2,
      price: 5,
      expected: 10,
    });
    const excessCredit = await createInvoice([{ creditOf: expected.creditOf, qty: 3, price: 5 }], {
      kind: 'credit',
    });
    expect(
      (await asUser().patch(`/supplier-invoices/${excessCredit._id}`, { status: 'Posted' })).status,
    ).toBe(422);
    const before = await loadStock(item);
    const credit = await createPostedInvoice([{ creditOf: expected.creditOf, qty: 2, price: 5 }], {
      kind: 'credit',
    });
    expect([await loadCredits(), await loadStock(item), credit.variance]).toEqual([[], before, 0]);
    expect(first((await loadOrder(order)).items)).toMatchObject({ billedQty: 8, billedValue: 40 });
    const reversal = await asUser().patch(`/supplier-invoices/${invoice._id}`, {
      status: 'Reversed',
      transitionReason: 'Wrong',
    });
    expect([reversal.status, reversal.body.reason]).toEqual([409, 'invoice-credited']);
    await reverseInvoice(credit);
    expect(await loadCredits()).toHaveLength(1);
  });

  it('the rejected quantity of a line billed by several invoices is expected as a credit only once', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 20, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    const early = await createPostedInvoice([{ poLineId, qty: 10, price: 5 }]);
    await createPostedInvoice([{ poLineId, qty: 10, price: 5 }]);
    await createReceipt({
      purchaseOrder: order._id,
      items: [{ poLineId, qty: 6, rejectedQty: 4, reason: 'quality' }],
    });
    const loadCredits = async () =>
      (await expectOk<ExpectedCredit[]>(asUser().get('/supplier-invoices/expected-credits')))
        .filter(({ itemId }) => itemId === item)
        .map(({ creditOf, qty }) => [creditOf, qty]);
    const creditOf = first(early.items).lineId;
    expect(await loadCredits()).toEqual([[creditOf, 4]]);
    await createPostedInvoice([{ creditOf, qty: 1, price: 5 }], { kind: 'credit' });
    expect(await loadCredits()).toEqual([[creditOf, 3]]);
    await createPostedInvoice([{ creditOf, qty: 3, price: 5 }], { kind: 'credit' });
    expect(await loadCredits()).toEqual([]);
  });

  it("a price credit, or an unrelated credit, doesn't reduce the expected credit for rejected units", async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 20, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    const receipt = await createReceipt({
      purchaseOrder: order._id,
      items: [{ poLineId, qty: 8, rejectedQty: 2, reason: 'quality' }],
    });
    await createPostedInvoice([{ poLineId, qty: 10, price: 5 }]);
    const { lineId: receiptLineId } = first(receipt.items);
    await createPostedInvoice([{ receiptLineId, qty: 8, price: 1 }], { kind: 'credit' });
    await createPostedInvoice([{ itemId: item, qty: 2, price: 1 }], { kind: 'credit' });
    const credits = await expectOk<ExpectedCredit[]>(asUser().get('/supplier-invoices/expected-credits'));
    expect(credits.filter(({ itemId }) => itemId === item)).toMatchObject([{ qty: 2, expected: 10 }]);
  });

  it.each([
    ['closed', 6, 4],
    ['cancelled', 0, 10],
  ] as const)(
    'expects a credit for billed goods that never arrived once the order is %s',
    async (status, receivedQty, open) => {
      const item = await createItem();
      const order = await createOrder([{ itemId: item, qty: 10, price: 5 }]);
      const { lineId: poLineId } = first(order.items);
      await createPostedInvoice([{ poLineId, qty: 10, price: 5 }]);
      if (receivedQty > 0)
        await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: receivedQty }] });
      const loadCredits = async () =>
        (await expectOk<ExpectedCredit[]>(asUser().get('/supplier-invoices/expected-credits')))
          .filter(({ itemId }) => itemId === item)
          .map(({ qty, expected }) => [qty, expected]);
      expect(await loadCredits()).toEqual([]);
      await expectOk(
        asUser().patch(`/purchase-orders/${order._id}`, { transitionReason: 'They have no more' }),
      );
      const to = status === 'closed' ? 'Closed' : 'Cancelled';
      await expectOk(asUser().patch(`/purchase-orders/${order._id}`, { status: to }));
      expect(await loadCredits()).toEqual([[open, open * 5]]);
      if (status !== 'closed') return;
      // More can arrive once the order is reopened.
      await expectOk(asUser().patch(`/purchase-orders/${order._id}`, { status: 'Sent' }));
      expect(await loadCredits()).toEqual([]);
    },
  );

  it("rejects a credit note for an order line, which doesn't identify the billed line", async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 5 }]);
    const { lineId: poLineId } = first(order.items);
    const credit = {
      supplier: mill,
      kind: 'credit',
      number: nextNo(),
      date: '2026-03-04',
      total: 50,
      items: [{ poLineId, qty: 10, price: 5 }],
    };
    const refused = await asUser().post('/supplier-invoices', credit);
    expect([refused.status, refused.body.fieldReasons?.['items.0.poLineId']?.reason]).toEqual([
      422,
      'invoice-credit-of-order',
    ]);
    expect(await loadOrder(order)).toMatchObject({ billedByAmount: 'Not Billed' });
  });
});

describe('B8: multiple receipts and multiple invoices', () => {
  it('are matched pair by pair and add up, and reversing one restores the other exactly (erpnext#9911)', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 10 }]);
    const { lineId: poLineId } = first(order.items);
    const firstReceipt = await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 4 }] });
    const secondReceipt = await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 6 }] });
    const loadSums = async () =>
      [
        first((await loadOrder(order)).items),
        first((await loadReceipt(firstReceipt)).items),
        first((await loadReceipt(secondReceipt)).items),
      ].map(({ billedQty, billedValue }) => [billedQty, billedValue]);
    const partial = await createPostedInvoice([{ poLineId, qty: 5, price: 10 }]);
    expect(first(partial.match).receipts.map(({ number, qty }) => [number, qty])).toEqual([
      [firstReceipt.number, 4],
      [secondReceipt.number, 1],
    ]);
    const after = await loadSums();
    expect(after).toEqual([
      [5, 50],
      [4, 40],
      [1, 10],
    ]);
    const stock = await loadStock(item);
    const second = await createPostedInvoice([{ poLineId, qty: 5, price: 11 }]);
    expect(await loadSums()).toEqual([
      [10, 105],
      [4, 40],
      [6, 65],
    ]);
    expect((await loadStock(item)).value).toBe(105);
    await reverseInvoice(second);
    expect([await loadSums(), await loadStock(item)]).toEqual([after, stock]);
    const pairs = await t.db.read
      .selectFrom('invoiceMatches')
      .select(['lineId', 'receiptLineId'])
      .where('invoiceId', 'in', [partial._id, second._id])
      .execute();
    expect(new Set(pairs.map(({ lineId, receiptLineId }) => `${lineId} ${receiptLineId}`)).size).toBe(
      pairs.length,
    );
    const refused = await asUser('admin').patch(`/goods-receipts/${firstReceipt._id}`, {
      status: 'Reversed',
      transitionReason: 'Entered twice',
    });
    expect([refused.status, refused.body.reason]).toEqual([409, 'receipt-billed']);
  });

  it('matches an invoice posted before the goods arrive, once they do', async () => {
    const item = await createItem();
    const order = await createOrder([{ itemId: item, qty: 10, price: 10 }]);
    const { lineId: poLineId } = first(order.items);
    const early = await createPostedInvoice([{ poLineId, qty: 10, price: 10.5 }]);
    expect(first(early.match)).toMatchObject({ state: 'unreceived', openQty: 10 });
    const receipt = await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 7 }] });
    const billedByHalf = await expectOk<SupplierInvoice>(asUser().get(`/supplier-invoices/${early._id}`));
    expect([
      first(billedByHalf.items).matchedQty,
      billedByHalf.stockDifference,
      (await loadStock(item)).value,
    ]).toEqual([7, 3.5, 73.5]);
    await createReceipt({ purchaseOrder: order._id, items: [{ poLineId, qty: 3 }] });
    const billedInFull = await expectOk<SupplierInvoice>(asUser().get(`/supplier-invoices/${early._id}`));
    expect([
      first(billedInFull.items).matchedQty,
      billedInFull.stockDifference,
      (await loadStock(item)).value,
    ]).toEqual([10, 5, 105]);
    expect(first((await loadReceipt(receipt)).items)).toMatchObject({ billedQty: 7, billedValue: 73.5 });
  });

  it("rejects a supplier's number in any spelling until the first invoice with it is reversed", async () => {
    const item = await createItem();
    const invoice = await createInvoice([{ itemId: item, qty: 1, price: 1 }], { number: 'INV 2026/77' });
    const enterDuplicate = async () =>
      asUser().post('/supplier-invoices', {
        supplier: mill,
        number: 'inv-2026-77',
        date: '2026-03-05',
        total: 1,
        items: [{ itemId: item, qty: 1, price: 1 }],
      });
    const refused = await enterDuplicate();
    expect([refused.status, refused.body.code, refused.body.details.invoiceId]).toEqual([
      409,
      'DUPLICATE',
      invoice._id,
    ]);
    await postInvoice(invoice, 'Paid in advance');
    expect((await enterDuplicate()).status).toBe(409);
    await reverseInvoice(invoice);
    expect((await enterDuplicate()).status).toBe(201);
  });
});

describe('B11: invoices propose new list prices', () => {
  it('per supplier, with source and date, for review by another user', async () => {
    const receipt = await createReceipt({
      supplier: mill,
      items: [{ packagingId: bag, itemId: flour, qty: 2, price: 20 }],
    });
    const invoice = await createPostedInvoice([
      { receiptLineId: first(receipt.items).lineId, qty: 2, price: 21.5 },
    ]);
    const loadPack = async () => (await asUser('admin').get(`/packagings/${bag}`)).body;
    expect((await loadPack()).price).toBe(20);
    const history = (await asUser('admin').get(`/packagings/${bag}/prices`)).body;
    expect(history[0]).toMatchObject({
      price: 21.5,
      source: 'invoice',
      validFrom: '2026-03-04',
      docType: 'supplier_invoice',
      docId: invoice._id,
      supplierId: mill,
    });
    const reviews = (await asUser('admin').get('/reviews')).body;
    const review = reviews.find(({ rowId }: { rowId: string }) => rowId === bag);
    expect(review).toMatchObject({ status: 'Pending', change: { price: 21.5, priceDate: '2026-03-04' } });
    const approved = await asUser('admin').patch(`/reviews/${review._id}`, { status: 'Approved' });
    expect(approved.status, approved.text).toBe(200);
    expect(await loadPack()).toMatchObject({ price: 21.5, priceDate: '2026-03-04' });
    await reverseInvoice(invoice);
    const remainingPrices = (await asUser('admin').get(`/packagings/${bag}/prices`)).body;
    expect(remainingPrices.map(({ source }: { source: string }) => source)).not.toContain('invoice');
  });

  it("replaces a pending proposal with that of a later invoice, and keeps users' proposals", async () => {
    const pack = (
      await asUser('admin').post('/packagings', {
        name: 'Sack 25 kg',
        itemId: flour,
        supplierId: mill,
        unit: ids.units.kg,
        contentsQty: 25,
        price: 20,
        priceDate: '2026-01-01',
      })
    ).body._id;
    const bill = async (date: string, price: number) => {
      const receipt = await createReceipt({
        supplier: mill,
        items: [{ packagingId: pack, itemId: flour, qty: 1, price: 20 }],
      });
      const lines = [{ receiptLineId: first(receipt.items).lineId, qty: 1, price }];
      return postInvoice(await createInvoice(lines, { date }), 'New price list');
    };
    const listPendingChanges = async () =>
      (await asUser('admin').get('/reviews?status=Pending')).body
        .filter(({ rowId }: { rowId: string }) => rowId === pack)
        .map(({ change }: { change: unknown }) => change);
    await bill('2026-03-02', 21);
    await bill('2026-03-03', 23);
    expect(await listPendingChanges()).toEqual([{ price: 23, priceDate: '2026-03-03' }]);
    await bill('2026-03-01', 22);
    expect(await listPendingChanges()).toEqual([{ price: 23, priceDate: '2026-03-03' }]);

    const created = await asUser('admin').post('/users', {
      name: 'Test buyer',
      email: 'buyer@demo.test',
      password: 'correct horse battery',
      role: 'custom_role_sk',
      permissions: { canCreate: true, canEdit: true, canDelete: false, canView: true },
      allowedPages: ['procurements/creation/packaging'],
      branches: [ids.branch1],
    });
    const buyer = await t.signIn(created.body._id);
    const renamed = await buyer.put(`/packagings/${pack}`, { name: 'Sack of 25 kg' });
    expect(renamed.status, renamed.text).toBe(202);
    await bill('2026-03-04', 24);
    expect(await listPendingChanges()).toHaveLength(2);
    expect(await listPendingChanges()).toEqual(
      expect.arrayContaining([{ price: 24, priceDate: '2026-03-04' }, { name: 'Sack of 25 kg' }]),
    );
    // Billed at the list price: nothing is proposed.
    await bill('2026-03-04', 20);
    expect(await listPendingChanges()).toEqual([{ name: 'Sack of 25 kg' }]);
  });
});

describe('B12: a late difference', () => {
  it('revalues stock on hand and posts the used share as a variance; together they equal the invoice to the cent (odoo#11737)', async () => {
    const item = await createItem();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    await recordWastage(item, 6);
    const draft = await createInvoice([{ receiptLineId: first(receipt.items).lineId, qty: 10, price: 12 }]);
    expect(first(draft.match)).toMatchObject({
      state: 'price',
      percent: 20,
      stockDifference: 8,
      variance: 12,
    });
    expect((await loadStock(item)).value).toBe(40);
    const invoice = await postInvoice(draft, 'New price list');
    expect([invoice.stockDifference, invoice.variance, await loadStock(item)]).toEqual([
      8,
      12,
      { onHand: 4, value: 48, average: 12 },
    ]);
    const moves = await t.db.read
      .selectFrom('stockMoves')
      .select(['kind', 'fromPlace', 'toPlace', 'valueE4', 'qtyMicro'])
      .where('docId', '=', invoice._id)
      .orderBy('seq')
      .execute();
    expect(moves).toEqual([
      {
        kind: 'invoice_difference',
        fromPlace: 'supplier',
        toPlace: ids.branch1,
        valueE4: 80_000,
        qtyMicro: 0,
      },
      {
        kind: 'invoice_variance',
        fromPlace: 'supplier',
        toPlace: 'adjustment',
        valueE4: 120_000,
        qtyMicro: 0,
      },
    ]);
  });

  it('late freight of 15.00 on 13 pieces is allocated without a remainder', async () => {
    const item = await createItem();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 13, price: 1 }] });
    await recordWastage(item, 9);
    const invoice = await createPostedInvoice(
      [{ receiptLineId: first(receipt.items).lineId, qty: 13, price: 1 }],
      {
        freight: 15,
      },
    );
    expect([invoice.stockDifference, invoice.variance]).toEqual([4.6154, 10.3846]);
    expect((await loadStock(item)).value).toBe(8.6154);
  });

  it('freight expected at receipt remains open until an invoice includes it', async () => {
    const item = await createItem();
    const receipt = await createReceipt({
      supplier: mill,
      freight: 15,
      items: [{ itemId: item, qty: 10, price: 10 }],
    });
    const { lineId: receiptLineId } = first(receipt.items);
    const loadOpenAccruals = async () =>
      (
        await expectOk<{ receiptLineId: string; openQty: number; openValue: number; openCharge: number }[]>(
          asUser().get('/supplier-invoices/accruals'),
        )
      )
        .filter((row) => row.receiptLineId === receiptLineId)
        .map(({ openQty, openValue, openCharge }) => [openQty, openValue, openCharge]);
    expect(await loadOpenAccruals()).toEqual([[10, 100, 15]]);
    await createPostedInvoice([{ receiptLineId, qty: 4, price: 10 }]);
    expect([await loadOpenAccruals(), (await loadStock(item)).value]).toEqual([[[6, 60, 15]], 115]);
    await createPostedInvoice([{ receiptLineId, qty: 6, price: 10 }], { freight: 14 });
    expect([await loadOpenAccruals(), (await loadStock(item)).value]).toEqual([[], 114]);
  });
});

describe('B13: credits', () => {
  it('a price credit moves no goods', async () => {
    const item = await createItem();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    const { lineId: receiptLineId } = first(receipt.items);
    await createPostedInvoice([{ receiptLineId, qty: 10, price: 10 }]);
    const credit = await createPostedInvoice([{ receiptLineId, qty: 10, price: 1.5 }], { kind: 'credit' });
    expect([credit.stockDifference, await loadStock(item)]).toEqual([
      -15,
      { onHand: 10, value: 85, average: 8.5 },
    ]);
    expect(first((await loadReceipt(receipt)).items)).toMatchObject({ billedQty: 10, billedValue: 85 });
    await reverseInvoice(credit);
    expect((await loadStock(item)).value).toBe(100);
  });

  it('35 bought at 20 and billed at 15: the average stays 15 after 20 are returned and credited (odoo#265799)', async () => {
    const item = await createItem();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 35, price: 20 }] });
    const { lineId: receiptLineId } = first(receipt.items);
    expect((await loadStock(item)).average).toBe(20);
    await createPostedInvoice([{ receiptLineId, qty: 35, price: 15 }]);
    expect((await loadStock(item)).average).toBe(15);
    const supplierReturn = await createSupplierReturn(item, 20);
    expect([supplierReturn.creditExpected, await loadStock(item)]).toEqual([
      300,
      { onHand: 15, value: 225, average: 15 },
    ]);
    const credit = await createPostedInvoice([{ transferId: supplierReturn._id, qty: 20, price: 15 }], {
      kind: 'credit',
    });
    // The credit was expected: neither the stock nor the supplier's variances change.
    expect([credit.stockDifference, credit.variance, await loadStock(item)]).toEqual([
      0,
      0,
      { onHand: 15, value: 225, average: 15 },
    ]);
    const settledCredit = await expectOk<{ creditReceived: number; creditNote: string }>(
      asUser().get(`/transfers/${supplierReturn._id}`),
    );
    expect(settledCredit).toMatchObject({ creditReceived: 300, creditNote: expect.stringMatching(/^4711-/) });
  });

  it('posting a credit above the value of a return, a rejection or a receipt requires a reason', async () => {
    const item = await createItem();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    const { lineId: receiptLineId } = first(receipt.items);
    const { items } = await createPostedInvoice([{ receiptLineId, qty: 12, price: 10 }]);
    const supplierReturn = await createSupplierReturn(item, 4);
    const createCredit = (line: Body) => createInvoice([line], { kind: 'credit' });
    const tryPost = async (note: SupplierInvoice) => {
      const { status, body } = await asUser().patch(`/supplier-invoices/${note._id}`, { status: 'Posted' });
      return status === 200 ? 'posted' : body.fieldReasons.transitionReason.reason;
    };
    for (const line of [
      { transferId: supplierReturn._id, qty: 4, price: 5000 },
      { creditOf: first(items).lineId, qty: 2, price: 11 },
      { receiptLineId, qty: 10, price: 10.1 },
    ]) {
      const note = await createCredit(line);
      expect([note.matchState, await tryPost(note)]).toEqual(['price', 'invoice-differs']);
      await expectOk(asUser().delete(`/supplier-invoices/${note._id}`));
    }
    expect(await tryPost(await createCredit({ creditOf: first(items).lineId, qty: 2, price: 10 }))).toBe(
      'posted',
    );
    expect(await tryPost(await createCredit({ receiptLineId, qty: 10, price: 0.5 }))).toBe('posted');
    // A difference of a cent is rounding; the full return can be credited only once.
    expect(
      await tryPost(await createCredit({ transferId: supplierReturn._id, qty: 4, price: 10.0025 })),
    ).toBe('posted');
    expect(await tryPost(await createCredit({ transferId: supplierReturn._id, qty: 1, price: 10 }))).toBe(
      'invoice-differs',
    );
  });

  it('if one of two credit notes for a return is reversed, the other one still counts', async () => {
    const item = await createItem();
    await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    const supplierReturn = await createSupplierReturn(item, 4);
    const createCredit = () =>
      createPostedInvoice([{ transferId: supplierReturn._id, qty: 2, price: 10 }], { kind: 'credit' });
    const [firstCredit, secondCredit] = [await createCredit(), await createCredit()];
    const loadResult = async () => {
      const { creditReceived, creditNote } = await expectOk<{ creditReceived: number; creditNote: string }>(
        asUser().get(`/transfers/${supplierReturn._id}`),
      );
      return [creditReceived, creditNote];
    };
    expect(await loadResult()).toEqual([40, secondCredit.supplierNumber]);
    await reverseInvoice(secondCredit);
    expect(await loadResult()).toEqual([20, firstCredit.supplierNumber]);
    await reverseInvoice(firstCredit);
    expect(await loadResult()).toEqual([null, null]);
  });

  it('a return without an invoice is valued at the receipt cost, and the rest keeps its average (erpnext#39707)', async () => {
    const item = await createItem();
    await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 20 }] });
    expect((await loadStock(item)).average).toBe(15);
    const supplierReturn = await createSupplierReturn(item, 4);
    expect([supplierReturn.creditExpected, (await loadStock(item)).average]).toEqual([80, 15]);
  });
});

// 20 bought at CHF 6.00, at a rate of 1.25, are worth 150.00; 8 of them are 60.00, or CHF 48.00.
it('B13: a return to a supplier with a foreign currency is credited at the rate of the day', async () => {
  const currency = await expectOk<{ _id: string }>(
    asUser('admin').post('/currencies', {
      code: 'CHF',
      name: 'Swiss franc',
      symbol: 'Fr.',
      rates: [
        { date: '2026-01-01', rate: 1.5 },
        { date: '2026-03-01', rate: 1.25 },
      ],
    }),
  );
  const dairy = await expectOk<{ _id: string }>(
    asUser('admin').post('/suppliers', { code: 'ALP', name: 'Alp dairy', currency: currency._id }),
  );
  const item = await createItem();
  await createReceipt({ supplier: dairy._id, items: [{ itemId: item, qty: 20, price: 6 }] });
  const supplierReturn = await expectOk<{ _id: string }>(
    asUser().post('/transfers', {
      kind: 'supplier-return',
      to: dairy._id,
      items: [{ itemId: item, qty: 8, reasonCode: 'quality' }],
    }),
  );
  await expectOk(asUser().patch(`/transfers/${supplierReturn._id}`, { status: 'Sent' }));
  const [expected] = await expectOk<ExpectedCredit[]>(
    asUser().get(`/supplier-invoices/expected-credits?supplier=${dairy._id}`),
  );
  expect(expected).toMatchObject({ currency: currency._id, rate: 1.25, expected: 60 });
  const credit = await createPostedInvoice([{ transferId: supplierReturn._id, qty: 8, price: 6 }], {
    kind: 'credit',
    supplier: dairy._id,
  });
  expect(credit.total).toBe(48);
  expect(await expectOk(asUser().get(`/transfers/${supplierReturn._id}`))).toMatchObject({
    creditReceived: 60,
  });
  expect(await expectOk(asUser().get(`/supplier-invoices/expected-credits?supplier=${dairy._id}`))).toEqual(
    [],
  );
});

it('the lists opened from the scorecard contain exactly the documents counted in it', async () => {
  const supplier = (
    await expectOk<{ _id: string }>(asUser('admin').post('/suppliers', { code: 'SCORED', name: 'Scored' }))
  )._id;
  const item = await createItem();
  const placeOrder = async (expectedOn: string | null, receivedQty: number | null, overrides: Body = {}) => {
    const { _id, number } = await expectOk<PurchaseOrder>(
      asUser().post('/purchase-orders', {
        supplier,
        ...(expectedOn !== null && { expectedOn }),
        items: [{ itemId: item, qty: 10, price: 2 }],
      }),
    );
    const sent = await expectOk<PurchaseOrder>(asUser().patch(`/purchase-orders/${_id}`, { status: 'Sent' }));
    if (receivedQty === null) return { number, receipt: null };
    const poLineId = first(sent.items).lineId;
    const receipt = await createReceipt({
      purchaseOrder: _id,
      items: [{ poLineId, qty: receivedQty, ...overrides }],
    });
    return { number, receipt };
  };
  const today = '2026-03-04';
  const complete = await placeOrder(today, 10);
  const short = await placeOrder(today, 7, { rejectedQty: 3, reason: 'quality' });
  const undated = await placeOrder(null, 10);
  const overdue = await placeOrder('2026-03-02', null);
  // Deliveries expected today or later aren't late yet.
  await placeOrder(today, null);
  await placeOrder('2026-03-30', null);
  await placeOrder('2026-05-01', null);
  await placeOrder(null, null);
  // Reversed or unsent documents don't count.
  const unmatchedReceipt = await createReceipt({ supplier, items: [{ itemId: item, qty: 1, price: 2 }] });
  await expectOk(
    asUser().patch(`/goods-receipts/${unmatchedReceipt._id}`, {
      status: 'Reversed',
      transitionReason: 'Entered twice',
    }),
  );
  await expectOk(
    asUser().post('/purchase-orders', {
      supplier,
      expectedOn: today,
      items: [{ itemId: item, qty: 1, price: 2 }],
    }),
  );
  const line = first((complete.receipt as GoodsReceipt).items).lineId;
  const bill = await createPostedInvoice([{ receiptLineId: line, qty: 10, price: 2.5 }], { supplier });
  await createInvoice(
    [{ receiptLineId: first((undated.receipt as GoodsReceipt).items).lineId, qty: 10, price: 2 }],
    {
      supplier,
    },
  );

  const days = 'from=2026-03-01&to=2026-03-31';
  const [score] = await expectOk<object[]>(
    asUser().get(`/supplier-invoices/scorecards?supplier=${supplier}&${days}`),
  );
  expect(score).toMatchObject({
    orders: 4,
    onTimePercent: 66.7,
    inFullPercent: 50,
    priceDriftPercent: 25,
    rejectedPercent: 10,
    daysToDeliver: 0,
  });
  const [branchScore] = await expectOk<object[]>(
    asUser().get(`/supplier-invoices/scorecards?supplier=${supplier}&${days}&place=${ids.branch1}`),
  );
  expect(branchScore).toEqual(score);
  const kitchenPath = `/supplier-invoices/scorecards?supplier=${supplier}&${days}&place=${ids.kitchen}`;
  expect(await expectOk(asUser().get(kitchenPath))).toEqual([]);
  const listNumbers = async (path: string) =>
    (await expectOk<{ number: string }[]>(asUser().get(`/${path}&supplier=${supplier}&${days}`)))
      .map(({ number }) => number)
      .toSorted();
  const getNumbers = (...documents: ({ number: string } | null)[]) =>
    documents.map((header) => header?.number ?? '').toSorted();
  expect(await listNumbers('purchase-orders?delivery=due')).toEqual(
    getNumbers(complete, short, undated, overdue),
  );
  expect(await listNumbers('purchase-orders?delivery=dated')).toEqual(getNumbers(complete, short, overdue));
  expect(await listNumbers('purchase-orders?delivery=received')).toEqual(
    getNumbers(complete, short, undated),
  );
  expect(await listNumbers('goods-receipts?status=Posted')).toEqual(
    getNumbers(complete.receipt, short.receipt, undated.receipt),
  );
  expect(await listNumbers('supplier-invoices?limit=100')).toEqual(getNumbers(bill));
});

it("lead times use the ordering location's time zone", async () => {
  const { timezone } = await expectOk<{ timezone: string }>(asUser('admin').get(`/branch/${ids.branch1}`));
  // In that time zone it is still the day before the UTC day.
  await expectOk(asUser('admin').put(`/branch/${ids.branch1}`, { timezone: 'Pacific/Midway' }));
  const { _id: supplier } = await expectOk<{ _id: string }>(
    asUser('admin').post('/suppliers', { code: 'ISLAND', name: 'Island' }),
  );
  const order = { supplier, items: [{ itemId: await createItem(), qty: 10, price: 2 }] };
  const { _id } = await expectOk<PurchaseOrder>(asUser().post('/purchase-orders', order));
  const sent = await expectOk<PurchaseOrder>(asUser().patch(`/purchase-orders/${_id}`, { status: 'Sent' }));
  await createReceipt({ purchaseOrder: _id, items: [{ poLineId: first(sent.items).lineId, qty: 10 }] });
  const days = 'from=2026-03-01&to=2026-03-31';
  const scores = await expectOk<object[]>(
    asUser().get(`/supplier-invoices/scorecards?supplier=${supplier}&${days}`),
  );
  expect(scores).toMatchObject([{ orders: 1, daysToDeliver: 0 }]);
  await expectOk(asUser('admin').put(`/branch/${ids.branch1}`, { timezone }));
});

describe("a supplier's statement and validation", () => {
  it('rejects a total that differs from its lines, except for rounding of lines', async () => {
    const item = await createItem();
    const wrongTotal = await createInvoice([{ itemId: item, qty: 3, price: 1.3333 }], { total: 4.2 });
    const refused = await asUser().patch(`/supplier-invoices/${wrongTotal._id}`, {
      status: 'Posted',
      transitionReason: 'x',
    });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['total']]);
    await expectOk(asUser().patch(`/supplier-invoices/${wrongTotal._id}`, { total: 4 }));
    expect((await postInvoice(wrongTotal, 'Paid in advance')).rounding).toBe(0.0001);
  });

  it("the statement adds up, and closed days' accruals don't change", async () => {
    const item = await createItem();
    const query = `supplier=${mill}&from=2026-01-01&to=2026-12-31`;
    const loadStatement = () =>
      expectOk<{
        closing: number;
        notBilled: number;
        rows: { balance: number; kind: string; due: string | null }[];
      }>(asUser().get(`/supplier-invoices/statement?${query}`));
    const before = await loadStatement();
    const receipt = await createReceipt({ supplier: mill, items: [{ itemId: item, qty: 10, price: 10 }] });
    const { lineId: receiptLineId } = first(receipt.items);
    expect((await loadStatement()).notBilled).toBeCloseTo(before.notBilled + 100, 4);
    const invoice = await createPostedInvoice([{ receiptLineId, qty: 10, price: 10 }], { tax: 5 });
    const after = await loadStatement();
    expect(after.closing).toBeCloseTo(before.closing + 105, 4);
    expect(after.notBilled).toBeCloseTo(before.notBilled, 4);
    expect(after.rows.at(-1)?.balance).toBe(after.closing);
    // Due by the supplier's terms from the printed date; without terms there is no due date.
    expect(after.rows.at(-1)).toMatchObject({ kind: 'invoice', due: null });
    await expectOk(asUser('admin').put(`/suppliers/${mill}`, { paymentTermsDays: 14 }));
    expect((await loadStatement()).rows.at(-1)?.due).toBe(addDays(invoice.date, 14));
    await reverseInvoice(invoice);
    expect((await loadStatement()).closing).toBeCloseTo(before.closing, 4);
    const scores = await expectOk<{ supplier: string; rejectedPercent: number }[]>(
      asUser().get('/supplier-invoices/scorecards?from=2026-01-01&to=2026-12-31'),
    );
    expect(scores.find(({ supplier }) => supplier === mill)?.rejectedPercent).toBeGreaterThan(0);
  });
});
