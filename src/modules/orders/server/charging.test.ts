import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';

const { tomato } = ids.items;

let t: TestApp;
beforeEach(async () => {
  await t?.close();
  t = await createTestApp();
  await receiveStock(t, ids.kitchen, tomato, 100, 7.7731);
});
afterAll(() => t.close());

const charge = (rule: string, percent: number | null = null) =>
  t.as('admin').put('/transfers/prices', {
    prices: [{ _id: ids.branch1, rule, percent, isFranchise: rule !== 'cost' }],
  });

async function getStockValue(placeId: string): Promise<number> {
  const row = await t.db.read
    .selectFrom('balances')
    .select('valueE4')
    .where('placeId', '=', placeId)
    .where('itemId', '=', tomato)
    .executeTakeFirst();
  return (row?.valueE4 ?? 0) / 1e4;
}

/** Creates and accepts an order of 10 kg. */
async function createAcceptedOrder(): Promise<{ _id: string; unitCost: number }> {
  const body = { deliveryDate: '2026-03-06', items: [{ itemId: tomato, orderQty: 10 }] };
  const created = (await t.as('branch').post('/orders', body)).body;
  for (const [as, status] of [
    ['branch', 'Under Review'],
    ['branch', 'Sent to Central Kitchen'],
    ['kitchen', 'Under Process'],
  ] as const)
    expect((await t.as(as).patch(`/orders/${created._id}`, { status })).status).toBe(200);
  return { _id: created._id, unitCost: created.items[0].unitCost };
}

const ship = (_id: string) => t.as('kitchen').patch(`/orders/${_id}`, { status: 'Shipped' });

test('T6: an order shows the price charged to its branch, which is also the value of its goods in transit', async () => {
  await charge('cost');
  const atCost = (await createAcceptedOrder()).unitCost;
  await charge('cost_plus', 25);
  const order = await createAcceptedOrder();
  expect(order.unitCost).toBeCloseTo(atCost * 1.25, 3);
  const [guide] = (
    await t.as('branch').get(`/orders/suggestions?branch=${ids.branch1}&deliveryDate=2026-03-06`)
  ).body.filter(({ itemId }: { itemId: string }) => itemId === tomato);
  expect(guide.unitCost).toBe(order.unitCost);
  const before = await getStockValue(ids.kitchen);
  expect((await ship(order._id)).status).toBe(200);
  const cost = before - (await getStockValue(ids.kitchen));
  expect(await getStockValue(`${ids.branch1}:transit`)).toBeCloseTo(cost * 1.25, 3);
  // After the shipment is reversed, the kitchen's stock is restored and no charge remains in any balance.
  expect((await t.as('admin').patch(`/orders/${order._id}`, { status: 'Under Process' })).status).toBe(200);
  expect([await getStockValue(ids.kitchen), await getStockValue(`${ids.branch1}:transit`)]).toEqual([
    before,
    0,
  ]);
  expect(await reconcile(t.db.read)).toEqual([]);
});

test('T6: goods with a fixed price are shipped at that price; an error names items without one', async () => {
  await charge('fixed');
  const price = (transferPrice: object | null, unitPrice: number | null) =>
    t.as('admin').put(`/items/${tomato}`, { transferPrice, unitPrice });
  expect((await price({ mode: 'fixed', price: 9.5 }, 2)).status).toBe(200);
  const order = await createAcceptedOrder();
  expect(order.unitCost).toBe(9.5);
  await price(null, null);
  expect(await ship(order._id)).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('Tomato') },
  });
  await price({ mode: 'fixed', price: 9.5 }, 2);
  expect((await ship(order._id)).status).toBe(200);
  expect(await getStockValue(`${ids.branch1}:transit`)).toBe(95);
  expect(await reconcile(t.db.read)).toEqual([]);
});
