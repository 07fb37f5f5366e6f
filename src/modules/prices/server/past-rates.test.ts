import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

const buildRate = (date: string, value: number) => ({ date, rate: value });
const [january, march] = [buildRate('2026-01-01', 2), buildRate('2026-03-01', 3)];

it("rates in closed periods can't change once prices or documents use the currency", async () => {
  const admin = api.as('admin');
  const create = async (path: string, body: object): Promise<string> => {
    const response = await admin.post(path, body);
    expect(response.status, response.text).toBe(201);
    return response.body._id;
  };
  const franc = await create('/currencies', {
    name: 'Franc',
    code: 'CHF',
    symbol: 'CHF',
    rates: [january, march],
  });
  const putRates = async (...rates: object[]) => {
    const { status, body } = await admin.put(`/currencies/${franc}`, { rates });
    return status === 200 ? 200 : [status, body.code, body.fieldReasons?.rates?.reason, body.fields?.rates];
  };
  expect((await admin.put('/settings', { booksClosedUntil: '2026-02-28' })).status).toBe(200);
  // Nothing uses the currency yet.
  expect(await putRates(buildRate('2026-01-01', 2.1), march)).toBe(200);
  expect(await putRates(january, march)).toBe(200);
  const supplier = await create('/suppliers', { code: 'BERN', name: 'Bern', currency: franc });
  expect(await putRates(buildRate('2026-01-01', 2.1), march)).toBe(200);
  expect(await putRates(january, march)).toBe(200);
  await create('/purchase-orders', {
    supplier,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 1 }],
  });
  const refused = [422, 'BOOKS_CLOSED', 'rate-closed', expect.stringContaining('2026-02-28')];
  // A changed rate, a removed day, an inserted one, and one moved to a later day.
  expect(await putRates(buildRate('2026-01-01', 2.1), march)).toEqual(refused);
  expect(await putRates(march)).toEqual(refused);
  expect(await putRates(january, buildRate('2026-02-01', 2.5), march)).toEqual(refused);
  expect(await putRates(buildRate('2026-01-15', 2), march)).toEqual(refused);
  // Changes in the open period, rates before the first one, and unchanged rates are allowed.
  expect(await putRates(january, buildRate('2026-03-01', 3.3), buildRate('2026-04-01', 4))).toBe(200);
  expect(await putRates(buildRate('2025-06-01', 1.5), january, march)).toBe(200);
  expect(await putRates(buildRate('2025-06-01', 1.5), january, buildRate('2026-02-01', 2), march)).toBe(200);
  expect((await admin.put(`/currencies/${franc}`, { name: 'Swiss franc' })).status).toBe(200);
  expect((await admin.put('/settings', { booksClosedUntil: null, booksReason: 'Test' })).status).toBe(200);
  expect(await putRates(buildRate('2026-01-01', 2.1), march)).toBe(200);
});

it("tax rates in closed periods can't change once an item uses the tax", async () => {
  const admin = api.as('admin');
  const vat = (await admin.post('/taxes', { name: 'Bread tax', rate: 10 })).body._id;
  const putTax = async (body: object) => {
    const { status, body: response } = await admin.put(`/taxes/${vat}`, body);
    return status === 200 ? 200 : [status, response.code, response.reason, Object.keys(response.fields)];
  };
  expect((await admin.put('/settings', { booksClosedUntil: '2026-02-28' })).status).toBe(200);
  // Nothing uses the tax yet.
  expect(await putTax({ rate: 11 })).toBe(200);
  expect((await admin.put(`/items/${ids.items.flour}`, { tax: vat })).status).toBe(200);
  const refused = (...fields: string[]) => [422, 'BOOKS_CLOSED', 'tax-closed', fields];
  expect(await putTax({ rate: 12 })).toEqual(refused('rate'));
  // A new rate from a closed day is rejected; one from an open day is allowed, because the earlier rate is
  // kept.
  expect(await putTax({ rate: 12, validFrom: '2026-02-01' })).toEqual(refused('rate', 'validFrom', 'rates'));
  expect(await putTax({ rate: 12, validFrom: '2026-03-01' })).toBe(200);
  expect(await putTax({ rate: 13 })).toBe(200);
  // The earlier rate is changed, removed or shortened, so that closed days would have a different rate or
  // none.
  expect(await putTax({ rates: [{ from: null, rate: 9 }] })).toEqual(refused('rates'));
  expect(await putTax({ rates: [] })).toEqual(refused('rates'));
  expect(await putTax({ validFrom: '2026-02-15' })).toEqual(refused('validFrom'));
  expect(await putTax({ name: 'Tax on bread' })).toBe(200);
  expect((await admin.put('/settings', { booksClosedUntil: null, booksReason: 'Test' })).status).toBe(200);
  expect(await putTax({ rates: [{ from: null, rate: 9 }] })).toBe(200);
});
