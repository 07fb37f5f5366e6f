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
const received = (items: Body[], more: Body = {}) =>
  expectOk<GoodsReceipt>(
    branch().post('/goods-receipts', { supplier: mill, freight: 20, spreadBy: 'weight', items, ...more }),
  );
/** 10 paid at 10 and 10 free, of two items, with a freight of 20 by weight: each bears 10. */
async function paidAndFree() {
  const [paid, free] = [await createItem(), await createItem()];
  const receipt = await received([
    { itemId: paid, qty: 10, price: 10 },
    { itemId: free, qty: 0, freeQty: 10, price: 0 },
  ]);
  const [paidLine = '', freeLine = ''] = receipt.items.map(({ lineId }) => lineId);
  expect(receipt.items.map(({ charge }) => charge)).toEqual([10, 10]);
  return { paid, free, receipt, paidLine, freeLine };
}
async function entered(items: Body[], freight: number | null): Promise<SupplierInvoice> {
  itemCount += 1;
  const total = items.reduce((sum, { qty, price }) => sum + Number(qty) * Number(price), freight ?? 0);
  const body = { supplier: mill, place: ids.branch1, number: `FREE-${itemCount}`, date: '2026-03-04', total };
  return expectOk(branch().post('/supplier-invoices', { ...body, freight, items }));
}
const posted = ({ _id }: { _id: string }) =>
  expectOk<SupplierInvoice>(branch().patch(`/supplier-invoices/${_id}`, { status: 'Posted' }));
const billed = async (items: Body[], freight: number | null) => posted(await entered(items, freight));
const reversed = ({ _id }: { _id: string }) =>
  expectOk<SupplierInvoice>(
    branch().patch(`/supplier-invoices/${_id}`, { status: 'Reversed', transitionReason: 'Wrong' }),
  );
/** Stock value of the items at the branch. */
async function worth(...items: string[]): Promise<number[]> {
  const rows = await t.db.read
    .selectFrom('balances')
    .select(['itemId', 'valueE4'])
    .where('placeId', '=', ids.branch1)
    .where('itemId', 'in', items)
    .execute();
  return items.map((item) => (rows.find(({ itemId }) => itemId === item)?.valueE4 ?? 0) / 1e4);
}
/** Open accruals of items: quantity, goods and charges. */
const open = async (...items: string[]) =>
  (await expectOk<Accrual[]>(branch().get('/supplier-invoices/accruals')))
    .filter(({ itemId }) => items.includes(itemId))
    .map(({ openQty, openValue, openCharge }) => [openQty, openValue, openCharge]);
/** Value received from the supplier for these items, less returns. */
async function supplied(...items: string[]): Promise<number> {
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

describe('freight by weight over free goods', () => {
  it('is settled once: the invoice of 100 + 20 matches without a difference, and reversing it restores all', async () => {
    const { paid, free, receipt, paidLine, freeLine } = await paidAndFree();
    expect(await open(paid, free)).toEqual([
      [10, 100, 10],
      [0, 0, 10],
    ]);
    const draft = await entered([{ receiptLineId: paidLine, qty: 10, price: 10 }], 20);
    expect(draft).toMatchObject({
      matchState: 'matched',
      match: [{ acceptedQty: 10, openQty: 0, agreedPrice: 10, stockDifference: 0, variance: 0 }],
    });
    expect(draft.match[0]?.receipts).toHaveLength(1);
    const invoice = await posted(draft);
    expect([invoice.matchState, invoice.stockDifference, invoice.variance]).toEqual(['matched', 0, 0]);
    expect([await open(paid, free), await worth(paid, free)]).toEqual([[], [110, 10]]);
    // Everything received from the supplier is billed.
    expect((await supplied(paid, free)) - invoice.total).toBe(0);
    const refused = await branch().patch(`/goods-receipts/${receipt._id}`, {
      lines: [freeLine],
      status: 'Reversed',
      transitionReason: 'Wrong',
    });
    expect([refused.status, refused.body.reason]).toEqual([409, 'receipt-billed']);

    await reversed(invoice);
    expect([await open(paid, free), await worth(paid, free), await supplied(paid, free)]).toEqual([
      [
        [10, 100, 10],
        [0, 0, 10],
      ],
      [110, 10],
      120,
    ]);
    await billed([{ receiptLineId: paidLine, qty: 10, price: 10 }], 20);
    expect([await open(paid, free), await worth(paid, free)]).toEqual([[], [110, 10]]);
  });

  it('is settled in parts by partial invoices; an invoice without freight leaves it open', async () => {
    const { paid, free, paidLine } = await paidAndFree();
    const part = (qty: number, freight: number | null) =>
      billed([{ receiptLineId: paidLine, qty, price: 10 }], freight);
    await part(2, null);
    expect(await open(paid, free)).toEqual([
      [8, 80, 10],
      [0, 0, 10],
    ]);
    const second = await part(3, 10);
    expect([second.stockDifference, await open(paid, free)]).toEqual([
      0,
      [
        [5, 50, 5],
        [0, 0, 5],
      ],
    ]);
    const last = await part(5, 10);
    expect([last.stockDifference, await open(paid, free), await worth(paid, free)]).toEqual([
      0,
      [],
      [110, 10],
    ]);
  });

  it('that differs from what was expected changes the stock by the difference', async () => {
    const more = await paidAndFree();
    const dear = await billed([{ receiptLineId: more.paidLine, qty: 10, price: 10 }], 25);
    expect([dear.stockDifference, await worth(more.paid, more.free)]).toEqual([5, [115, 10]]);
    const none = await paidAndFree();
    const free = await billed([{ receiptLineId: none.paidLine, qty: 10, price: 10 }], 0);
    expect([free.stockDifference, await worth(none.paid, none.free)]).toEqual([-20, [100, 0]]);
    expect(await open(none.paid, none.free)).toEqual([]);
    await reversed(free);
    expect(await worth(none.paid, none.free)).toEqual([110, 10]);
  });

  it('is settled over several receipts by one invoice that names the purchase lines', async () => {
    const [first, second, free] = [await createItem(), await createItem(), await createItem()];
    const items = [first, second].map((itemId) => ({ itemId, qty: 10, price: 10 }));
    const draft = await expectOk<PurchaseOrder>(branch().post('/purchase-orders', { supplier: mill, items }));
    const order = await expectOk<PurchaseOrder>(
      branch().patch(`/purchase-orders/${draft._id}`, { status: 'Sent' }),
    );
    const lines = order.items.map(({ lineId: poLineId }) => poLineId);
    const receiptInput = (quantities: number[]) =>
      received(
        [
          ...quantities.map((qty, at) => ({ poLineId: lines[at], qty })),
          { itemId: free, qty: 0, freeQty: 10, price: 0 },
        ],
        { supplier: undefined, purchaseOrder: order._id },
      );
    await receiptInput([5, 5]);
    // The second half arrives after the invoice.
    const invoice = await entered(
      lines.map((poLineId) => ({ poLineId, qty: 10, price: 10 })),
      40,
    );
    await expectOk(
      branch().patch(`/supplier-invoices/${invoice._id}`, { status: 'Posted', transitionReason: 'Rest' }),
    );
    await receiptInput([5, 5]);
    const now = await expectOk<SupplierInvoice>(branch().get(`/supplier-invoices/${invoice._id}`));
    expect([now.stockDifference, now.variance]).toEqual([0, 0]);
    expect(now.match.map(({ acceptedQty, stockDifference }) => [acceptedQty, stockDifference])).toEqual([
      [10, 0],
      [10, 0],
    ]);
    expect([await open(first, second, free), await worth(first, second, free)]).toEqual([[], [110, 110, 20]]);
    await reversed(invoice);
    expect((await open(first, second, free)).map(([qty, , charge]) => [qty, charge])).toEqual([
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
  const freeOnly = async (spreadBy: 'weight' | 'value') => {
    const item = await createItem();
    const receipt = await received([{ itemId: item, qty: 0, freeQty: 10, price: 0 }], { spreadBy });
    return { item, receiptLineId: receipt.items[0]?.lineId };
  };

  it.each(['weight', 'value'] as const)(
    'by %s is billed by a line without a price, which expects no credit',
    async (spreadBy) => {
      const { item, receiptLineId } = await freeOnly(spreadBy);
      expect(await open(item)).toEqual([[0, 0, 20]]);
      const draft = await entered([{ receiptLineId, qty: 10, price: 0 }], 20);
      expect(draft.match).toMatchObject([{ state: 'matched', acceptedQty: 10, openQty: 0 }]);
      const invoice = await posted(draft);
      expect([invoice.stockDifference, invoice.variance, await open(item), await worth(item)]).toEqual([
        0,
        0,
        [],
        [20],
      ]);
      expect(await supplied(item)).toBe(invoice.total);
      const credits = await expectOk<ExpectedCredit[]>(branch().get('/supplier-invoices/expected-credits'));
      expect(credits.filter(({ itemId }) => itemId === item)).toEqual([]);
      await reversed(invoice);
      expect([await open(item), await worth(item)]).toEqual([[[0, 0, 20]], [20]]);
    },
  );

  it('is billed with the goods of another receipt, and no more than was received free is matched', async () => {
    const { item, receiptLineId } = await freeOnly('weight');
    const { paid, free, paidLine, freeLine } = await paidAndFree();
    const lines = [
      { receiptLineId: paidLine, qty: 10, price: 10 },
      { receiptLineId, qty: 10, price: 0 },
      { receiptLineId: freeLine, qty: 10, price: 0 },
    ];
    const wrong = await entered([{ receiptLineId, qty: 11, price: 0 }], 20);
    expect(wrong.matchState).toBe('quantity');
    const draft = await entered(lines, 41);
    await expectOk(branch().patch(`/supplier-invoices/${draft._id}`, { freight: 40, total: 140 }));
    const invoice = await posted(draft);
    expect([invoice.matchState, invoice.stockDifference, invoice.variance]).toEqual(['matched', 0, 0]);
    expect([await open(item, paid, free), await worth(item, paid, free)]).toEqual([[], [20, 110, 10]]);
    // The freight is settled already: a second bill of it is a difference.
    const again = await expectOk<SupplierInvoice>(
      branch().patch(`/supplier-invoices/${wrong._id}`, { status: 'Posted', transitionReason: 'Twice' }),
    );
    expect([again.stockDifference, await worth(item)]).toEqual([20, [40]]);
  });
});
