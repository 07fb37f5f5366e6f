import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const loadCurrency = async () => {
  const login = { email: 'branch@demo.test', password: testPassword };
  const responses = [
    await api.anonymous.post('/users/login', login),
    await api.as('branch').get('/users/profile'),
    await api.as('viewer').get('/users/profile'),
    await api.as('branch').patch('/users/profile', { name: 'Test branch' }),
  ];
  return responses.map(({ body }) => body.baseCurrency);
};

it('returns the current base currency with the session', async () => {
  expect(await loadCurrency()).toEqual(['GBP', 'GBP', 'GBP', 'GBP']);
  const { headers } = await api.as('branch').get('/users/profile');
  const yen = { code: 'JPY', name: 'Yen', symbol: '¥', minorUnits: 0, isBase: true };
  expect((await api.as('admin').post('/currencies', yen)).status).toBe(201);
  expect(await loadCurrency()).toEqual(['JPY', 'JPY', 'JPY', 'JPY']);
  // An earlier ETag no longer matches.
  const tag = headers.get('etag') ?? '';
  const repeated = await api.as('branch').get('/users/profile', { 'if-none-match': tag });
  expect(repeated).toMatchObject({ status: 200, body: { baseCurrency: 'JPY' } });
});

it('returns null without a base currency', async () => {
  await api.db.writer.updateTable('currencies').set({ isBase: 0 }).execute();
  expect((await api.as('branch').get('/users/profile')).body.baseCurrency).toBeNull();
  await api.db.writer.updateTable('currencies').set({ isBase: 1 }).where('_id', '=', ids.currency).execute();
});
