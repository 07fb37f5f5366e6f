import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GoodsReceipt } from '#modules/goods-receipts/shapes.ts';
import type { PurchaseOrder } from '#modules/purchase-orders/shapes.ts';
import type { Accrual } from '#modules/supplier-invoices/shapes.ts';
import type { SupplierInvoice } from '#modules/supplier-invoices/shapes.ts';
import { fromE4, toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { toMicro } from '#core/quantity.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

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

let itemCount = 0;
async function createItem(overrides: Body = {}): Promise<string> {
  itemCount += 1;
  const units = { baseUnit: ids.units.g, orderUnit: ids.units.g };
  const itemInput = {
    name: `Spice ${itemCount}`,
    itemCode: `SPICE${itemCount}`,
    kind: 'raw',
    category: ids.category,
  };
  return (
    await expectOk<{ _id: string }>(t.as('admin').post('/items', { ...itemInput, ...units, ...overrides }))
  )._id;
}
async function createPack(itemId: string, price: number): Promise<string> {
  const pack = { name: 'Tub 1 kg', itemId, supplierId: mill, unit: ids.units.kg, contentsQty: 1, price };
  return (await expectOk<{ _id: string }>(t.as('admin').post('/packagings', pack)))._id;
}
const receive = (body: Body) => expectOk<GoodsReceipt>(t.as('branch').post('/goods-receipts', body));
async function postInvoice(items: Body[], total: number): Promise<SupplierInvoice> {
  itemCount += 1;
  const body = {
    supplier: mill,
    place: ids.branch1,
    number: `SIX-${itemCount}`,
    date: '2026-03-04',
    total,
    items,
  };
  const { _id } = await expectOk<SupplierInvoice>(t.as('branch').post('/supplier-invoices', body));
  const post = { status: 'Posted', transitionReason: 'Agreed by telephone' };
  return expectOk(t.as('branch').patch(`/supplier-invoices/${_id}`, post));
}
async function sendOrder(items: Body[]): Promise<PurchaseOrder> {
  const order = await expectOk<PurchaseOrder>(
    t.as('branch').post('/purchase-orders', { supplier: mill, items }),
  );
  return expectOk(t.as('branch').patch(`/purchase-orders/${order._id}`, { status: 'Sent' }));
}
async function loadStock(itemId: string, placeId = ids.branch1) {
  const row = await t.db.read
    .selectFrom('balances')
    .selectAll()
    .where('placeId', '=', placeId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
  return { onHand: (row?.onHandMicro ?? 0) / 1e6, value: fromE4(row?.valueE4 ?? 0) };
}
const loadOpenAccruals = async (itemId: string) =>
  (await expectOk<Accrual[]>(t.as('branch').get('/supplier-invoices/accruals'))).filter(
    (accrual) => accrual.itemId === itemId,
  );
/** Value received from the supplier according to the ledger. */
async function loadSuppliedE4(itemId: string): Promise<number> {
  const moves = await t.db.read.selectFrom('stockMoves').selectAll().where('itemId', '=', itemId).execute();
  return moves.reduce((sum, { fromPlace, toPlace, valueE4 }) => {
    if (fromPlace === 'supplier') return sum + valueE4;
    return toPlace === 'supplier' ? sum - valueE4 : sum;
  }, 0);
}

it('a pack at 2.080606 is ordered, received, billed and posted at that price', async () => {
  const itemId = await createItem();
  const packagingId = await createPack(itemId, 2.080606);
  const order = await sendOrder([{ itemId, packagingId, qty: 1000 }]);
  expect([order.items[0]?.price, order.goodsValue]).toEqual([2.080606, 2080.606]);
  const poLineId = order.items[0]?.lineId;
  const first = await receive({ purchaseOrder: order._id, items: [{ poLineId, qty: 600 }] });
  expect([first.items[0]?.price, first.goodsValue]).toEqual([2.080606, 1248.3636]);
  await receive({ purchaseOrder: order._id, items: [{ poLineId, qty: 400 }] });
  expect(await loadStock(itemId)).toEqual({ onHand: 1_000_000, value: 2080.606 });
  expect((await loadOpenAccruals(itemId)).map(({ price, orderedPrice }) => [price, orderedPrice])).toEqual([
    [2.080606, 2.080606],
    [2.080606, 2.080606],
  ]);
  const invoice = await postInvoice([{ poLineId, qty: 1000, price: 2.080606 }], 2080.606);
  expect([invoice.matchState, invoice.stockDifference, invoice.variance]).toEqual(['matched', 0, 0]);
  expect(invoice.match[0]).toMatchObject({ price: 2.080606, agreedPrice: 2.080606, orderedPrice: 2.080606 });
  expect([await loadOpenAccruals(itemId), await loadStock(itemId)]).toEqual([
    [],
    { onHand: 1_000_000, value: 2080.606 },
  ]);
  const history = await expectOk<{ price: number; source: string }[]>(
    t.as('admin').get(`/packagings/${packagingId}/prices`),
  );
  expect(history.map(({ price }) => price)).toEqual(history.map(() => 2.080606));
  expect(history.map(({ source }) => source)).toEqual(expect.arrayContaining(['list', 'receipt', 'invoice']));
});

it("a price that differs from the order by one millionth doesn't match", async () => {
  const itemId = await createItem();
  const order = await sendOrder([{ itemId, qty: 1000, unit: ids.units.kg, price: 2.080606 }]);
  const poLineId = order.items[0]?.lineId;
  await receive({ purchaseOrder: order._id, items: [{ poLineId, qty: 1000 }] });
  const invoice = await postInvoice([{ poLineId, qty: 1000, price: 2.080607 }], 2080.607);
  expect([invoice.matchState, invoice.match[0]?.price]).toEqual(['price', 2.080607]);
  expect(await loadStock(itemId)).toEqual({ onHand: 1_000_000, value: 2080.607 });
});

it('receipts, invoices and accruals add up for any price and any number of parts', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9_999_999 }), parts, async (micro, quantities) => {
      const price = micro / 1e6;
      const itemId = await createItem();
      const total = quantities.reduce((sum, qty) => sum + qty, 0);
      const order = await sendOrder([{ itemId, qty: total, price }]);
      const poLineId = order.items[0]?.lineId;
      let receivedE4 = 0;
      for (const qty of quantities) {
        const { goodsValue } = await receive({ purchaseOrder: order._id, items: [{ poLineId, qty }] });
        const valueE4 = computeValueAtPrice(toMicro(qty), toPriceMicro(price));
        expect(goodsValue).toBe(fromE4(valueE4));
        receivedE4 += valueE4;
      }
      expect(await loadSuppliedE4(itemId)).toBe(receivedE4);
      const openE4 = (await loadOpenAccruals(itemId)).reduce(
        (sum, { openValue }) => sum + Math.round(openValue * 1e4),
        0,
      );
      expect(openE4).toBe(receivedE4);
      const billedE4 = computeValueAtPrice(toMicro(total), toPriceMicro(price));
      expect(order.goodsValue).toBe(fromE4(billedE4));
      const invoice = await postInvoice([{ poLineId, qty: total, price }], fromE4(billedE4));
      expect([invoice.matchState, invoice.goodsValue]).toEqual(['matched', fromE4(billedE4)]);
      // Each line is rounded separately: the ledger posts the difference between receipts and invoice.
      expect([await loadOpenAccruals(itemId), await loadSuppliedE4(itemId)]).toEqual([[], billedE4]);
    }),
    { numRuns: 8, seed: 246 },
  );
}, 60_000);

it('opening stock at 0.002081 per gram has a value of 208.10, whether entered or imported', async () => {
  const [entered, imported] = [await createItem(), await createItem()];
  const opening = { itemId: entered, qty: 100_000, unit: 'g', unitCost: 0.002081 };
  await expectOk(t.as('admin').post('/stock/openings', { place: ids.branch1, items: [opening] }));
  await importRows(
    'opening-stock',
    ['itemId', 'placeId', 'qty', 'unitCost'],
    [[`SPICE${itemCount}`, 'B1', '100000', '0.00208100000001']],
  );
  expect([await loadStock(entered), await loadStock(imported)]).toEqual([
    { onHand: 100_000, value: 208.1 },
    { onHand: 100_000, value: 208.1 },
  ]);
});

it('an imported price of 2.0806060999999998 is stored as 2.080606', async () => {
  const itemId = await createItem();
  const columns = ['itemId', 'name', 'unit', 'contentsQty', 'price'];
  await importRows('packagings', columns, [
    [`SPICE${itemCount}`, 'Tub 1 kg', 'kg', '1', '2.0806060999999998'],
  ]);
  const packs = await expectOk<{ price: number }[]>(t.as('admin').get(`/packagings?itemId=${itemId}`));
  expect(packs.map(({ price }) => price)).toEqual([2.080606]);
});

it('a branch is charged 208.10 for 100 kg at a fixed price of 0.002081 per gram', async () => {
  const itemId = await createItem({ transferPrice: { mode: 'fixed', price: 0.002081 } });
  const prices = [{ _id: ids.branch1, rule: 'fixed', percent: null, isFranchise: false }];
  await expectOk(t.as('admin').put('/transfers/prices', { prices }));
  await expectOk(
    t
      .as('admin')
      .post('/stock/openings', { place: ids.kitchen, items: [{ itemId, qty: 100_000, unitCost: 0.001 }] }),
  );
  const body = { deliveryDate: '2026-03-06', items: [{ itemId, orderQty: 100_000 }] };
  const order = await expectOk<{ _id: string; value: number; items: { unitCost: number }[] }>(
    t.as('branch').post('/orders', body),
  );
  expect([order.items[0]?.unitCost, order.value]).toEqual([0.002081, 208.1]);
  for (const [user, status] of [
    ['branch', 'Under Review'],
    ['branch', 'Sent to Central Kitchen'],
    ['kitchen', 'Under Process'],
    ['kitchen', 'Shipped'],
  ] as const)
    await expectOk(t.as(user).patch(`/orders/${order._id}`, { status }));
  expect(await loadStock(itemId, `${ids.branch1}:transit`)).toEqual({ onHand: 100_000, value: 208.1 });
});

/** Imports a file after a dry run without errors. */
async function importRows(kind: string, columns: string[], rows: string[][]): Promise<void> {
  const admin = t.as('admin');
  const { _id } = await expectOk<{ _id: string }>(
    admin.post('/imports', { kind, fileName: 'file.csv', columns }),
  );
  await expectOk(
    admin.post(`/imports/${_id}/rows`, { rows: rows.map((cells, index) => ({ row: index + 2, cells })) }),
  );
  expect(await expectOk(admin.post(`/imports/${_id}/check`, {}))).toMatchObject({ invalid: 0 });
  await expectOk(admin.post(`/imports/${_id}/commit`));
}
