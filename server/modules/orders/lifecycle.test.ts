import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { ids } from '../../testing/ids.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

test('a branch orders, the kitchen ships one line short, the branch receives with one damaged', async () => {
  const [branch, kitchen] = [t.as('branch'), t.as('kitchen')];
  const made = await branch.post('/orders', {
    deliveryDate: '2026-03-06',
    items: [
      { itemId: ids.items.flour, orderQty: 5 },
      { itemId: ids.items.tomato, orderQty: 12.5, unit: 'kg', note: 'ripe' },
    ],
  });
  console.log(made.text);
  expect(made.status).toBe(201);
  const path = `/orders/${made.body._id}`;
  for (const status of ['Under Review', 'Sent to Central Kitchen']) {
    const a = await branch.patch(path, { status });
    expect(a.text).toContain(status);
    expect(a.status).toBe(200);
  }
  const accepted = await kitchen.patch(path, { status: 'Under Process' });
  expect(accepted.body.items[0].reservedQty).toBe(5);
  const [flour, tomato] = made.body.items;
  const e = await kitchen.patch(path, { items: [{ lineId: flour.lineId, shippedQty: 4, reason: 'no more' }] });
  expect(e.text).toContain('no more');
  const shipped = await kitchen.patch(path, { status: 'Shipped' });
  expect(shipped.text).toContain('DN-2026');
  expect(await branch.patch(path, { items: [{ lineId: tomato.lineId, damagedQty: 1 }] })).toMatchObject({ status: 200 });
  const received = await branch.patch(path, { status: 'Received' });
  console.log(received.text);
  expect(received.status).toBe(200);
  console.log((await t.as('master').get('/stock')).text);
  console.log((await t.as('master').get('/stock/moves?docId=' + made.body._id)).text);
  console.log((await t.as('kitchen').get('/discrepancies')).text);
  console.log((await t.as('kitchen').get('/orders?limit=2&q=ORD')).text);
  console.log((await t.as('branch').get('/orders/suggestions')).text);
  console.log((await t.as('branch').get('/orders?view=full')).text);
  console.log((await t.as('branch').get('/orders/simple')).text, t.errors);
});
