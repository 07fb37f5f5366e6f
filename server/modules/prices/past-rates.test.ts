import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

const rate = (date: string, value: number) => ({ date, rate: value });
const [january, march] = [rate('2026-01-01', 2), rate('2026-03-01', 3)];

it('rates of days whose books are closed stay, where prices or papers are in the currency', async () => {
  const admin = api.as('admin');
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body._id;
  };
  const franc = await make('/currencies', {
    name: 'Franc',
    code: 'CHF',
    symbol: 'CHF',
    rates: [january, march],
  });
  const to = async (...rates: object[]) => {
    const { status, body } = await admin.put(`/currencies/${franc}`, { rates });
    return status === 200 ? 200 : [status, body.code, body.fieldReasons?.rates?.reason, body.fields?.rates];
  };
  expect((await admin.put('/settings', { booksClosedUntil: '2026-02-28' })).status).toBe(200);
  // Nothing is in it yet.
  expect(await to(rate('2026-01-01', 2.1), march)).toBe(200);
  expect(await to(january, march)).toBe(200);
  const supplier = await make('/suppliers', { code: 'BERN', name: 'Bern', currency: franc });
  expect(await to(rate('2026-01-01', 2.1), march)).toBe(200);
  expect(await to(january, march)).toBe(200);
  await make('/purchase-orders', {
    supplier,
    place: ids.branch1,
    items: [{ itemId: ids.items.flour, unit: ids.units.kg, qty: 1, price: 1 }],
  });
  const refused = [422, 'BOOKS_CLOSED', 'rate-closed', expect.stringContaining('2026-02-28')];
  // Another rate, a day taken out, one put between, and one moved to a later day.
  expect(await to(rate('2026-01-01', 2.1), march)).toEqual(refused);
  expect(await to(march)).toEqual(refused);
  expect(await to(january, rate('2026-02-01', 2.5), march)).toEqual(refused);
  expect(await to(rate('2026-01-15', 2), march)).toEqual(refused);
  // Days that are open, those before the first rate, and the same said twice.
  expect(await to(january, rate('2026-03-01', 3.3), rate('2026-04-01', 4))).toBe(200);
  expect(await to(rate('2025-06-01', 1.5), january, march)).toBe(200);
  expect(await to(rate('2025-06-01', 1.5), january, rate('2026-02-01', 2), march)).toBe(200);
  expect((await admin.put(`/currencies/${franc}`, { name: 'Swiss franc' })).status).toBe(200);
  expect((await admin.put('/settings', { booksClosedUntil: null })).status).toBe(200);
  expect(await to(rate('2026-01-01', 2.1), march)).toBe(200);
});
