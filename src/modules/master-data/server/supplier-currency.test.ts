import { afterAll, beforeAll, expect, it } from 'vitest';
import { suppliers } from '#modules/suppliers/collection.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { hasSideEffects } from '#modules/imports/server/apply.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const createRow = async (path: string, body: object): Promise<string> => {
  const response = await api.as('admin').post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};

it('the currency of a supplier can be corrected as long as nothing was purchased', async () => {
  const rates = [{ date: '2026-01-01', rate: 0.005 }];
  const yen = await createRow('/currencies', { name: 'Yen', code: 'JPY', symbol: 'JPY', rates });
  const base = (await api.as('admin').get('/currencies')).body.find((row: { isBase: boolean }) => row.isBase);
  const mill = await createRow('/suppliers', { code: 'MILL', name: 'Mill' });
  const bag = await createRow('/packagings', {
    name: 'Bag',
    itemId: ids.items.flour,
    supplierId: mill,
    unit: ids.units.kg,
    contentsQty: 1,
    price: 20,
  });
  const setCurrency = (currency: string | null) => api.as('admin').put(`/suppliers/${mill}`, { currency });
  expect((await setCurrency(yen)).status).toBe(200);
  expect((await setCurrency(null)).status).toBe(200);

  await createRow('/purchase-orders', {
    supplier: mill,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, packagingId: bag, qty: 1 }],
  });
  const response = await setCurrency(yen);
  expect([response.status, response.body.reason]).toEqual([409, 'supplier-currency-in-use']);
  expect(response.body.fieldReasons).toMatchObject({ currency: { reason: 'supplier-currency-locked' } });
  // Without a currency, the base currency applies; all other fields can be changed.
  if (base) expect((await setCurrency(base._id)).status).toBe(200);
  expect((await api.as('admin').put(`/suppliers/${mill}`, { name: 'The mill' })).status).toBe(200);
});

it("an import can't change a locked supplier currency; large imports without a currency change are allowed", async () => {
  const admin = api.as('admin');
  const checkFile = async (columns: string[], rows: unknown[][]) => {
    const created = await admin.post('/imports', { kind: 'suppliers', fileName: 'suppliers.csv', columns });
    expect(created.status, created.text).toBe(201);
    const path = `/imports/${created.body._id}`;
    await admin.post(`${path}/rows`, { rows: rows.map((cells, index) => ({ row: index + 2, cells })) });
    return { path, checked: (await admin.post(`${path}/check`)).body };
  };
  const { path, checked } = await checkFile(['code', 'currency'], [['MILL', 'JPY']]);
  expect(checked).toMatchObject({ invalid: 1 });
  const [invalidRow] = (await admin.get(`${path}/rows?outcome=invalid`)).body;
  expect(invalidRow).toMatchObject({ row: 2, problems: [{ column: 'currency' }] });
  // Imports without side effects aren't limited to one transaction.
  const row = { _id: 'x', version: 1, isActive: true, currency: null };
  expect(
    hasSideEffects(suppliers, [
      { before: null, after: row },
      { before: row, after: row },
    ]),
  ).toBe(false);
  expect(hasSideEffects(suppliers, [{ before: row, after: { ...row, currency: 'y' } }])).toBe(true);
});

it('the base currency is locked once something was ordered', async () => {
  // The previous test has created an order.
  const base = (await api.as('admin').get('/currencies?isBase=true')).body;
  const response = await api
    .as('admin')
    .post('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', isBase: true });
  expect([response.status, response.body.reason]).toEqual([409, 'base-currency-locked']);
  expect(response.body.fieldReasons).toMatchObject({ isBase: { reason: 'base-currency-locked' } });
  const franc = await createRow('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF' });
  expect((await api.as('admin').put(`/currencies/${franc}`, { isBase: true })).status).toBe(409);
  expect((await api.as('admin').get('/currencies?isBase=true')).body).toEqual(base);
});

it('the currency of a supplier is locked once it has a price that is a day old, since recipe costs depend on it', async () => {
  const crown = await createRow('/currencies', {
    name: 'Crown',
    code: 'SEK',
    symbol: 'SEK',
    rates: [{ date: '2026-01-01', rate: 0.005 }],
  });
  const farm = await createRow('/suppliers', { code: 'FARM', name: 'Farm' });
  const setCurrency = (client: TestClient, currency: string | null) =>
    client.put(`/suppliers/${farm}`, { currency });
  const crate = {
    name: 'Crate',
    itemId: ids.items.milk,
    supplierId: farm,
    unit: ids.units.l,
    contentsQty: 1,
  };
  await createRow('/packagings', { ...crate, price: 20 });
  const { _id } = (
    await api.as('admin').post('/recipes', {
      name: 'Custard',
      yieldQty: 1,
      yieldUnit: ids.units.l,
      components: [{ itemId: ids.items.milk, qty: 1, unit: ids.units.l }],
    })
  ).body;
  expect((await setCurrency(api.as('admin'), crown)).status).toBe(200);
  expect((await setCurrency(api.as('admin'), null)).status).toBe(200);
  api.clock.advance(25 * 3_600_000);
  const later = await api.signIn(ids.users.admin);
  const response = await setCurrency(later, crown);
  expect([response.status, response.body.reason]).toEqual([409, 'supplier-currency-in-use']);
  expect((await later.get(`/recipes/${_id}/cost`)).body.cost).toBe(20);
});
