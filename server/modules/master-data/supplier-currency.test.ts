import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const made = async (path: string, body: object): Promise<string> => {
  const answer = await api.as('admin').post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body._id;
};

it('the currency of a supplier can be put right until something is bought: then its prices would say something else', async () => {
  const rates = [{ date: '2026-01-01', rate: 0.005 }];
  const yen = await made('/currencies', { name: 'Yen', code: 'JPY', symbol: 'JPY', rates });
  const base = (await api.as('admin').get('/currencies')).body.find((row: { isBase: boolean }) => row.isBase);
  const mill = await made('/suppliers', { code: 'MILL', name: 'Mill' });
  const bag = await made('/packagings', {
    name: 'Bag',
    itemId: ids.items.flour,
    supplierId: mill,
    unit: ids.units.kg,
    contentsQty: 1,
    price: 20,
  });
  const to = (currency: string | null) => api.as('admin').put(`/suppliers/${mill}`, { currency });
  expect((await to(yen)).status).toBe(200);
  expect((await to(null)).status).toBe(200);

  await made('/purchase-orders', {
    supplier: mill,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, packagingId: bag, qty: 1 }],
  });
  const refused = await to(yen);
  expect([refused.status, refused.body.reason]).toEqual([409, 'supplier-currency-in-use']);
  expect(refused.body.fieldReasons).toMatchObject({ currency: { reason: 'supplier-currency-stays' } });
  // The money of the business is what none is, and everything else about them may change.
  if (base) expect((await to(base._id)).status).toBe(200);
  expect((await api.as('admin').put(`/suppliers/${mill}`, { name: 'The mill' })).status).toBe(200);
});

it('the base currency stays once something was ordered: what everything is worth would be in another', async () => {
  // The test before has ordered something.
  const base = (await api.as('admin').get('/currencies?isBase=true')).body;
  const refused = await api
    .as('admin')
    .post('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF', isBase: true });
  expect([refused.status, refused.body.reason]).toEqual([409, 'base-currency-stays']);
  expect(refused.body.fieldReasons).toMatchObject({ isBase: { reason: 'base-currency-stays' } });
  const franc = await made('/currencies', { name: 'Franc', code: 'CHF', symbol: 'CHF' });
  expect((await api.as('admin').put(`/currencies/${franc}`, { isBase: true })).status).toBe(409);
  expect((await api.as('admin').get('/currencies?isBase=true')).body).toEqual(base);
});
