import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { Accrual, ExpectedCredit } from '../shapes.ts';
import type { SupplierInvoice } from '../shapes.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
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
const branch = () => t.as('branch');
let itemCount = 0;
async function createItem(): Promise<string> {
  itemCount += 1;
  const item = await expectOk<{ _id: string }>(
    t.as('admin').post('/items', {
      name: `Free ${itemCount}`,
      kind: 'raw',
      itemCode: `FREE${itemCount}`,
      category: ids.category,
      baseUnit: ids.units.kg,
      orderUnit: ids.units.kg,
    }),
  );
  return item._id;
}
const postReceipt = (items: Body[], overrides: Body = {}) =>
  expectOk<GoodsReceipt>(
    branch().post('/goods-receipts', {
      supplier: mill,
      freight: 20,
      spreadBy: 'weight',
      items,
      ...overrides,
    }),
  );
/**
 * Receives 10 units of one item at a price of 10 and 10 free units of another, with freight of 20 allocated
 * by weight: 10 each.
 */
async function receivePaidAndFreeGoods() {
  const [paid, free] = [await createItem(), await createItem()];
  const receipt = await postReceipt([
    { itemId: paid, qty: 10, price: 10 },
    { itemId: free, qty: 0, freeQty: 10, price: 0 },
  ]);
  const [paidLine = '', freeLine = ''] = receipt.items.map(({ lineId }) => lineId);
  expect(receipt.items.map(({ charge }) => charge)).toEqual([10, 10]);
  return { paid, free, receipt, paidLine, freeLine };
}
async function createInvoice(items: Body[], freight: number | null): Promise<SupplierInvoice> {
  itemCount += 1;
  const total = items.reduce((sum, { qty, price }) => sum + Number(qty) * Number(price), freight ?? 0);
  const body = { supplier: mill, place: ids.branch1, number: `FREE-${itemCount}`, date: '2026-03-04', total };
  return expectOk(branch().post('/supplier-invoices', { ...body, freight, items }));
}
const postInvoice = ({ _id }: { _id: string }) =>
  expectOk<SupplierInvoice>(branch().patch(`/supplier-invoices/${_id}`, { status: 'Posted' }));
const createPostedInvoice = async (items: Body[], freight: number | null) =>
  postInvoice(await createInvoice(items, freight));
const reverseInvoice = ({ _id }: { _id: string }) =>
  expectOk<SupplierInvoice>(
    branch().patch(`/supplier-invoices/${_id}`, { status: 'Reversed', transitionReason: 'Wrong' }),
  );
/** Stock value of the items at the branch. */
async function loadStockValues(...items: string[]): Promise<number[]> {
  const rows = await t.db.read
    .selectFrom('balances')
    .select(['itemId', 'valueE4'])
    .where('placeId', '=', ids.branch1)
    .where('itemId', 'in', items)
    .execute();
  return items.map((item) => (rows.find(({ itemId }) => itemId === item)?.valueE4 ?? 0) / 1e4);
}
/** Open accruals of items: quantity, goods and charges. */
const loadOpenAccruals = async (...items: string[]) =>
  (await expectOk<Accrual[]>(branch().get('/supplier-invoices/accruals')))
    .filter(({ itemId }) => items.includes(itemId))
    .map(({ openQty, openValue, openCharge }) => [openQty, openValue, openCharge]);
/** Value received from the supplier for these items, less returns. */
async function loadSuppliedValue(...items: string[]): Promise<number> {
  const moves = await t.db.read
    .selectFrom('stockMoves')
    .selectAll()
    .where('itemId', 'in', items)
    .where((eb) => eb.or([eb('fromPlace', '=', 'supplier'), eb('toPlace', '=', 'supplier')]))
    .execute();
  return (
    moves.reduce((sum, { fromPlace, valueE4 }) => sum + (fromPlace === 'supplier' ? 1 : -1) * valueE4, 0) /
    1e4
  );
}

describe('freight allocated by weight to free goods', () => {
  it('is settled once by an invoice of 100 + 20, and open again when that is reversed', async () => {
    const { paid, free, receipt, paidLine, freeLine } = await receivePaidAndFreeGoods();
    expect(await loadOpenAccruals(paid, free)).toEqual([
      [10, 100, 10],
      [0, 0, 10],
    ]);
    const draft = await createInvoice([{ receiptLineId: paidLine, qty: 10, price: 10 }], 20);
    expect(draft).toMatchObject({
      matchState: 'matched',
      match: [{ acceptedQty: 10, openQty: 0, agreedPrice: 10, stockDifference: 0, variance: 0 }],
    });
    expect(draft.match[0]?.receipts).toHaveLength(1);
    const invoice = await postInvoice(draft);
    expect([invoice.matchState, invoice.stockDifference, invoice.variance]).toEqual(['matched', 0, 0]);
    expect([await loadOpenAccruals(paid, free), await loadStockValues(paid, free)]).toEqual([[], [110, 10]]);
    // Everything received from the supplier is billed.
    expect((await loadSuppliedValue(paid, free)) - invoice.total).toBe(0);
    const refused = await branch().patch(`/goods-receipts/${receipt._id}`, {
      lines: [freeLine],
      status: 'Reversed',
      transitionReason: 'Wrong',
    });
    expect([refused.status, refused.body.reason]).toEqual([409, 'receipt-billed']);

    await reverseInvoice(invoice);
    expect([
      await loadOpenAccruals(paid, free),
      await loadStockValues(paid, free),
      await loadSuppliedValue(paid, free),
    ]).toEqual([
      [
        [10, 100, 10],
        [0, 0, 10],
      ],
      [110, 10],
      120,
    ]);
    await createPostedInvoice([{ receiptLineId: paidLine, qty: 10, price: 10 }], 20);
    expect([await loadOpenAccruals(paid, free), await loadStockValues(paid, free)]).toEqual([[], [110, 10]]);
  });

  it('is settled in parts by partial invoices; an invoice without freight leaves it open', async () => {
    const { paid, free, paidLine } = await receivePaidAndFreeGoods();
    const billPart = (qty: number, freight: number | null) =>
      createPostedInvoice([{ receiptLineId: paidLine, qty, price: 10 }], freight);
    await billPart(2, null);
    expect(await loadOpenAccruals(paid, free)).toEqual([
      [8, 80, 10],
      [0, 0, 10],
    ]);
    const second = await billPart(3, 10);
    expect([second.stockDifference, await loadOpenAccruals(paid, free)]).toEqual([
      0,
      [
        [5, 50, 5],
        [0, 0, 5],
      ],
    ]);
    const last = await billPart(5, 10);
    expect([
      last.stockDifference,
      await loadOpenAccruals(paid, free),
      await loadStockValues(paid, free),
    ]).toEqual([0, [], [110, 10]]);
  });

  it('adjusts the stock value by the difference from the expected amount', async () => {
    const dearerReceipt = await receivePaidAndFreeGoods();
    const dearInvoice = await createPostedInvoice(
      [{ receiptLineId: dearerReceipt.paidLine, qty: 10, price: 10 }],
      25,
    );
    expect([
      dearInvoice.stockDifference,
      await loadStockValues(dearerReceipt.paid, dearerReceipt.free),
    ]).toEqual([5, [115, 10]]);
    const unbilled = await receivePaidAndFreeGoods();
    const freeInvoice = await createPostedInvoice(
      [{ receiptLineId: unbilled.paidLine, qty: 10, price: 10 }],
      0,
    );
    expect([freeInvoice.stockDifference, await loadStockValues(unbilled.paid, unbilled.free)]).toEqual([
      -20,
      [100, 0],
    ]);
    expect(await loadOpenAccruals(unbilled.paid, unbilled.free)).toEqual([]);
    await reverseInvoice(freeInvoice);
    expect(await loadStockValues(unbilled.paid, unbilled.free)).toEqual([110, 10]);
  });

  it('is settled for several receipts by one invoice that references the purchase lines', async () => {
    const [first, second, free] = [await createItem(), await createItem(), await createItem()];
    const items = [first, second].map((itemId) => ({ itemId, qty: 10, price: 10 }));
    const draft = await expectOk<PurchaseOrder>(branch().post('/purchase-orders', { supplier: mill, items }));
    const order = await expectOk<PurchaseOrder>(
      branch().patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
    );
    const lines = order.items.map(({ lineId: poLineId }) => poLineId);
    const receiveQuantities = (quantities: number[]) =>
      postReceipt(
        [
          ...quantities.map((qty, index) => ({ poLineId: lines[index], qty })),
          { itemId: free, qty: 0, freeQty: 10, price: 0 },
        ],
        { supplier: undefined, purchaseOrder: order._id },
      );
    await receiveQuantities([5, 5]);
    // The second half arrives after the invoice.
    const invoice = await createInvoice(
      lines.map((poLineId) => ({ poLineId, qty: 10, price: 10 })),
      40,
    );
    await expectOk(
      branch().patch(`/supplier-invoices/${invoice._id}`, { status: 'Posted', transitionReason: 'Rest' }),
    );
    await receiveQuantities([5, 5]);
    const reloaded = await expectOk<SupplierInvoice>(branch().get(`/supplier-invoices/${invoice._id}`));
    expect([reloaded.stockDifference, reloaded.variance]).toEqual([0, 0]);
    expect(reloaded.match.map(({ acceptedQty, stockDifference }) => [acceptedQty, stockDifference])).toEqual([
      [10, 0],
      [10, 0],
    ]);
    expect([await loadOpenAccruals(first, second, free), await loadStockValues(first, second, free)]).toEqual(
      [[], [110, 110, 20]],
    );
    await reverseInvoice(invoice);
    expect((await loadOpenAccruals(first, second, free)).map(([qty, , charge]) => [qty, charge])).toEqual([
      [5, 5],
      [5, 5],
      [0, 10],
      [5, 5],
      [5, 5],
      [0, 10],
    ]);
  });
});

describe('freight of a receipt of free goods only', () => {
  const receiveFreeGoods = async (spreadBy: 'weight' | 'value') => {
    const item = await createItem();
    const receipt = await postReceipt([{ itemId: item, qty: 0, freeQty: 10, price: 0 }], { spreadBy });
    return { item, receiptLineId: receipt.items[0]?.lineId };
  };

  it.each(['weight', 'value'] as const)(
    'by %s is billed by a line without a price, for which no credit is expected',
    async (spreadBy) => {
      const { item, receiptLineId } = await receiveFreeGoods(spreadBy);
      expect(await loadOpenAccruals(item)).toEqual([[0, 0, 20]]);
      const draft = await createInvoice([{ receiptLineId, qty: 10, price: 0 }], 20);
      expect(draft.match).toMatchObject([{ state: 'matched', acceptedQty: 10, openQty: 0 }]);
      const invoice = await postInvoice(draft);
      expect([
        invoice.stockDifference,
        invoice.variance,
        await loadOpenAccruals(item),
        await loadStockValues(item),
      ]).toEqual([0, 0, [], [20]]);
      expect(await loadSuppliedValue(item)).toBe(invoice.total);
      const credits = await expectOk<ExpectedCredit[]>(branch().get('/supplier-invoices/expected-credits'));
      expect(credits.filter(({ itemId }) => itemId === item)).toEqual([]);
      await reverseInvoice(invoice);
      expect([await loadOpenAccruals(item), await loadStockValues(item)]).toEqual([[[0, 0, 20]], [20]]);
    },
  );

  it('is billed with the goods of a different receipt, and no more is matched than was received free', async () => {
    const { item, receiptLineId } = await receiveFreeGoods('weight');
    const { paid, free, paidLine, freeLine } = await receivePaidAndFreeGoods();
    const lines = [
      { receiptLineId: paidLine, qty: 10, price: 10 },
      { receiptLineId, qty: 10, price: 0 },
      { receiptLineId: freeLine, qty: 10, price: 0 },
    ];
    const excessInvoice = await createInvoice([{ receiptLineId, qty: 11, price: 0 }], 20);
    expect(excessInvoice.matchState).toBe('quantity');
    const draft = await createInvoice(lines, 41);
    await expectOk(branch().patch(`/supplier-invoices/${draft._id}`, { freight: 40, total: 140 }));
    const invoice = await postInvoice(draft);
    expect([invoice.matchState, invoice.stockDifference, invoice.variance]).toEqual(['matched', 0, 0]);
    expect([await loadOpenAccruals(item, paid, free), await loadStockValues(item, paid, free)]).toEqual([
      [],
      [20, 110, 10],
    ]);
    // The freight is already settled, so a second bill for it is a difference.
    const second = await expectOk<SupplierInvoice>(
      branch().patch(`/supplier-invoices/${excessInvoice._id}`, {
        status: 'Posted',
        transitionReason: 'Twice',
      }),
    );
    expect([second.stockDifference, await loadStockValues(item)]).toEqual([20, [40]]);
  });
});
