import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

let t: TestApp;
let salt = '';
beforeAll(async () => {
  t = await createTestApp();
  const item = await t.as('admin').post('/items', {
    name: 'Sea salt',
    itemCode: 'SALT',
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.g,
    orderUnit: ids.units.g,
  });
  expect(item.status, item.text).toBe(201);
  salt = item.body._id;
  const pack = {
    itemId: salt,
    supplierId: await createSupplier(t),
    name: 'Bag 800 g',
    unit: ids.units.g,
    contentsQty: 800,
  };
  const created = await t.as('admin').post('/packagings', { ...pack, price: 1, priceDate: '2026-02-20' });
  expect(created.status, created.text).toBe(201);
  const newPrice = { ...pack, price: 1.03, priceDate: '2026-03-03' };
  const changed = await t.as('admin').put(`/packagings/${created.body._id}`, newPrice);
  expect(changed.status, changed.text).toBe(200);
});
afterAll(() => t.close());

async function loadRow(name: string, params: string) {
  const response = await t.as('admin').get(`/reports/${name}?item=${salt}&${params}`);
  expect(response.status, response.text).toBe(200);
  return response.body.rows[0];
}

test('shows a cost below a ten-thousandth to the millionth, consistent with its change', async () => {
  expect(await loadRow('price-changes', 'from=2026-03-01&to=2026-03-04')).toMatchObject({
    before: 0.00125,
    after: 0.001288,
    change: 3,
  });
  expect(await loadRow('supplier-prices', '')).toMatchObject({ price: 1.03, perUnit: 0.001288 });
  await receiveStock(t, ids.kitchen, salt, 400, 0.0012);
  await receiveStock(t, ids.kitchen, salt, 400, 0.0013);
  expect(await loadRow('valuation', 'day=2026-03-04')).toMatchObject({ value: 1, average: 0.00125 });
});
