import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { seller } from '../testing/document-samples.ts';
import { ids } from '../testing/ids.ts';
import { up } from './migrations/233-nothing-left-to-bill.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(async () => t.close());

const standing = ['receivedStatus', 'billedByQuantity', 'billedByAmount'] as const;

it.each([
  [
    'closed short and billed',
    'Closed',
    6,
    6,
    ['Partly Received', 'Partly Billed', 'Partly Billed'],
    ['Received', 'Billed', 'Billed'],
  ],
  [
    'closed short and billed in part',
    'Closed',
    6,
    5,
    ['Partly Received', 'Partly Billed', 'Partly Billed'],
    ['Received', 'Partly Billed', 'Partly Billed'],
  ],
  [
    'billed at nothing',
    'Sent',
    10,
    10,
    ['Received', 'Billed', 'Not Billed'],
    ['Received', 'Billed', 'Billed'],
  ],
  [
    'not billed',
    'Sent',
    6,
    0,
    ['Partly Received', 'Not Billed', 'Not Billed'],
    ['Partly Received', 'Not Billed', 'Not Billed'],
  ],
])('an order of before that was %s says so', async (_name, status, came, billed, before, after) => {
  const supplier = await seller(t);
  const order = await t.as('branch').post('/purchase-orders', {
    supplier,
    items: [{ itemId: ids.items.flour, qty: 10, price: 5 }],
  });
  expect(order.status, order.text).toBe(201);
  const { _id } = order.body;
  const [receivedStatus, billedByQuantity, billedByAmount] = before;
  const { writer } = t.db;
  await writer
    .updateTable('purchaseOrders')
    .set({ status, receivedStatus, billedByQuantity, billedByAmount })
    .where('_id', '=', _id)
    .execute();
  await writer
    .updateTable('purchaseLines')
    .set({ receivedQtyMicro: came * 1e6, billedQtyMicro: billed * 1e6 })
    .where('orderId', '=', _id)
    .execute();
  await up(writer as never);
  const row = await t.db.read
    .selectFrom('purchaseOrders')
    .select(standing)
    .where('_id', '=', _id)
    .executeTakeFirstOrThrow();
  expect(standing.map((key) => row[key])).toEqual(after);
});
