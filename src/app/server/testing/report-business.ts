import { expect } from 'vitest';
import { createSupplier } from './document-samples.ts';
import type { TestApp } from './create-test-app.ts';
import { ids, type TestUser } from './ids.ts';
import { createOrderInStatus, receiveStock } from './orders.ts';
import { postReceipt } from './receiving.ts';

const { flour, tomato, milk, box } = ids.items;

/** The period of the report business. */
export const reportBusinessDays = { from: '2026-03-01', to: '2026-03-31' };

type Body = Record<string, unknown> & { _id: string };

/** Sends a request that must succeed. */
async function callSuccessfully(
  t: TestApp,
  user: TestUser,
  method: 'post' | 'patch' | 'put',
  path: string,
  body: object,
) {
  const response = await t.as(user)[method](path, body);
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
  return response.body as Body;
}

/**
 * Creates a business with data for every report, at both branches and the kitchen: orders with and without
 * discrepancies, waste, counts, transfers, purchases, production, an expiring lot with a recall, prices and
 * sales.
 */
export async function createReportBusiness(t: TestApp): Promise<void> {
  await createOrders(t);
  await createWaste(t);
  await createCounts(t);
  await createTransfer(t);
  await createPurchases(t);
  await createProduction(t);
  await createLotsAndRecall(t);
  await createChecks(t);
  const rows = [ids.branch1, ids.branch2].map((branch) => ({
    branch,
    day: reportBusinessDays.from,
    code: 'BUN',
    qty: 20,
    net: 100,
  }));
  await callSuccessfully(t, 'admin', 'post', '/sales', { source: 'Till', rows });
}

/** Creates orders for two branches, one week apart: one not sent, one rejected, one in transit. */
async function createOrders(t: TestApp): Promise<void> {
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-06' });
  await createOrderInStatus(t, 'Received', {
    deliveryDate: '2026-03-09',
    items: [
      { itemId: flour, orderQty: 3, suggestedQty: 2 },
      { itemId: milk, orderQty: 4, suggestedQty: 4 },
    ],
  });
  await createOrderInStatus(t, 'Received', { deliveryDate: '2026-03-13', branch: ids.branch2 });
  await createOrderInStatus(t, 'Draft', { deliveryDate: '2026-03-10' });
  await createOrderInStatus(t, 'Rejected', { deliveryDate: '2026-03-10' });
  await createOrderInStatus(t, 'Shipped', { deliveryDate: '2026-04-02' });
  await createShortOrder(t);
}

/** Creates an order of 5 flour, of which 4 are shipped; 1 of them is missing and 1 damaged at receipt. */
async function createShortOrder(t: TestApp): Promise<void> {
  await receiveStock(t, ids.kitchen, flour, 1000, 1.2);
  const order = await createOrderInStatus(t, 'Under Process', {
    deliveryDate: '2026-03-16',
    items: [{ itemId: flour, orderQty: 5, suggestedQty: 6 }],
  });
  const path = `/orders/${order.header._id}`;
  const { lineId } = order.lines[0] as { lineId: string };
  await callSuccessfully(t, 'kitchen', 'patch', path, {
    items: [{ lineId, pickedQty: 4, reason: 'out_of_stock' }],
  });
  await callSuccessfully(t, 'kitchen', 'patch', path, { status: 'Shipped' });
  await callSuccessfully(t, 'branch', 'patch', path, {
    items: [{ lineId, receivedQty: 2, damagedQty: 1, shortQty: 1, reason: 'damaged' }],
  });
  await callSuccessfully(t, 'branch', 'patch', path, { status: 'Received' });
}

async function createWaste(t: TestApp): Promise<void> {
  for (const [user, qty, reason] of [
    ['branch', 2.5, 'spoiled'],
    ['branch', 1, 'expired'],
    ['branch2', 0.5, 'spoiled'],
  ] as const)
    await callSuccessfully(t, user, 'post', '/wastage', { item: flour, qty, reason });
  const mistake = await callSuccessfully(t, 'branch', 'post', '/wastage', {
    item: tomato,
    qty: 1,
    reason: 'spoiled',
  });
  await t.as('branch').delete(`/wastage/${mistake._id}`);
}

/** Counts at both branches: one finds less flour than the book quantity, the other more. */
async function createCounts(t: TestApp): Promise<void> {
  for (const [user, countedQty] of [
    ['branch', 7.25],
    ['branch2', 44],
  ] as const) {
    const { _id } = await callSuccessfully(t, user, 'post', '/stock-counts', {
      type: 'spot',
      itemIds: [flour],
    });
    await callSuccessfully(t, user, 'patch', `/stock-counts/${_id}`, { status: 'Counting' });
    const events = [{ device: user, seq: 1, itemId: flour, qty: countedQty, mode: 'set' }];
    await callSuccessfully(t, user, 'post', `/stock-counts/${_id}/events`, { events });
    await callSuccessfully(t, user, 'patch', `/stock-counts/${_id}`, { status: 'Submitted' });
    const { items } = (await t.as('admin').get(`/stock-counts/${_id}`)).body as {
      items: { lineId: string }[];
    };
    await callSuccessfully(t, 'admin', 'patch', `/stock-counts/${_id}`, {
      items: items.map(({ lineId }) => ({ lineId, causeCode: 'miscount' })),
    });
    await callSuccessfully(t, 'admin', 'patch', `/stock-counts/${_id}`, { status: 'Approved' });
  }
}

async function createTransfer(t: TestApp): Promise<void> {
  await receiveStock(t, ids.branch1, box, 50, 0.4);
  const created = await callSuccessfully(t, 'branch', 'post', '/transfers', {
    to: ids.branch2,
    items: [
      { itemId: box, qty: 8 },
      { itemId: flour, qty: 1 },
    ],
  });
  await callSuccessfully(t, 'branch', 'patch', `/transfers/${created._id}`, { status: 'Sent' });
  await callSuccessfully(t, 'branch2', 'patch', `/transfers/${created._id}`, { status: 'Received' });
}

/** Creates purchases at both branches, and a pack whose price increases eleven days later. */
async function createPurchases(t: TestApp): Promise<void> {
  const supplier = await createSupplier(t);
  for (const [user, qty] of [
    ['branch', 12],
    ['branch2', 7],
  ] as const)
    await postReceipt(
      t,
      { supplier, freight: 2.5, items: [{ itemId: flour, qty, price: 1.31 }] },
      t.as(user),
    );
  const pack = {
    itemId: flour,
    supplierId: supplier,
    name: 'Sack 25 kg',
    unit: ids.units.kg,
    contentsQty: 25,
  };
  const { _id } = await callSuccessfully(t, 'admin', 'post', '/packagings', {
    ...pack,
    price: 30,
    priceDate: '2026-02-20',
  });
  await callSuccessfully(t, 'admin', 'put', `/packagings/${_id}`, {
    ...pack,
    price: 33,
    priceDate: '2026-03-03',
  });
}

async function createProduction(t: TestApp): Promise<void> {
  const dough = await callSuccessfully(t, 'admin', 'post', '/items', {
    name: 'Dough',
    itemCode: 'DOUGH',
    kind: 'semi_finished',
    category: ids.category,
    baseUnit: ids.units.kg,
    orderUnit: ids.units.kg,
  });
  const recipe = await callSuccessfully(t, 'admin', 'post', '/recipes', {
    name: 'Dough',
    kind: 'sub-recipe',
    outputItem: dough._id,
    yieldQty: 10,
    yieldUnit: ids.units.kg,
    components: [{ itemId: flour, qty: 8, unit: ids.units.kg }],
  });
  const batch = await callSuccessfully(t, 'kitchen', 'post', '/production-batches', {
    recipeId: recipe._id,
    plannedQty: 20,
    plannedFor: '2026-03-06',
  });
  await callSuccessfully(t, 'kitchen', 'patch', `/production-batches/${batch._id}`, {
    status: 'In Progress',
  });
  await callSuccessfully(t, 'kitchen', 'patch', `/production-batches/${batch._id}`, {
    loss: 2,
    lossReason: 'spoiled',
  });
  await callSuccessfully(t, 'kitchen', 'patch', `/production-batches/${batch._id}`, { status: 'Completed' });
}

/**
 * Creates a milk lot that is about to expire, in stock at the kitchen and both branches, and a mock recall of
 * it.
 */
async function createLotsAndRecall(t: TestApp): Promise<void> {
  await t.db.writer
    .updateTable('items')
    .set({ trackLots: 1, trackExpiry: 1 })
    .where('_id', '=', milk)
    .execute();
  const lot = { lot: 'OLD', expiry: '2026-04-02' };
  for (const place of [ids.kitchen, ids.branch1, ids.branch2]) await receiveStock(t, place, milk, 6, 2, lot);
  await callSuccessfully(t, 'admin', 'post', '/recalls', { itemId: milk, lot: 'OLD', isPractice: true });
}

/**
 * Creates a fridge at each branch and at the kitchen, and checks each once within and once outside its
 * limits.
 */
async function createChecks(t: TestApp): Promise<void> {
  for (const [user, branchId] of [
    ['branch', ids.branch1],
    ['branch2', ids.branch2],
    ['kitchen', ids.kitchen],
  ] as const) {
    const point = { name: 'Fridge', branchId, kind: 'temperature', maxTemp: 5, times: ['22:00'] };
    const { _id } = await callSuccessfully(t, user, 'post', '/check-points', point);
    const dueAt = '2026-03-04T22:00:00.000Z';
    await callSuccessfully(t, user, 'post', '/safety-checks', { point: _id, dueAt, reading: 4.5 });
    const correctiveAction = 'Closed the door';
    await callSuccessfully(t, user, 'post', '/safety-checks', { point: _id, reading: 8.1, correctiveAction });
  }
}
