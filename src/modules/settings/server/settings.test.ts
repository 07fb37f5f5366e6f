import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('exist from the start, can be changed, and have separate versions', async () => {
  expect((await api.as('admin').get('/settings')).body).toEqual({
    businessName: 'Commissary',
    secondLanguage: null,
    booksClosedUntil: null,
    companyPrefix: null,
    foodCostCoverage: 80,
    version: 0,
  });
  const changed = await api.as('admin').put('/settings', { secondLanguage: 'ar' }, { 'if-match': '"0"' });
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      businessName: 'Commissary',
      secondLanguage: 'ar',
      booksClosedUntil: null,
      companyPrefix: null,
      foodCostCoverage: 80,
      version: 1,
    },
  ]);
  expect(
    (await api.as('admin').put('/settings', { businessName: 'Late' }, { 'if-match': '"0"' })).status,
  ).toBe(412);
  expect((await api.as('admin').put('/settings', { setupToken: 'x' })).status).toBe(422);
});

it('require the page', async () => {
  expect((await api.anonymous.get('/settings')).status).toBe(401);
  expect((await api.as('branch').get('/settings')).status).toBe(403);
  expect((await api.as('viewer').put('/settings', { businessName: 'Mine' })).status).toBe(403);
});
