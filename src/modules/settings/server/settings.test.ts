import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('returns default settings, saves changes, and checks the version', async () => {
  expect((await api.as('admin').get('/settings')).body).toEqual({
    businessName: 'Commissary',
    businessAddress: null,
    taxNumber: null,
    secondLanguage: null,
    booksClosedUntil: null,
    companyPrefix: null,
    scaleLabels: [],
    foodCostCoverage: 80,
    version: 0,
  });
  const changed = await api.as('admin').put('/settings', { secondLanguage: 'ar' }, { 'if-match': '"0"' });
  expect([changed.status, changed.body]).toEqual([
    200,
    {
      businessName: 'Commissary',
      businessAddress: null,
      taxNumber: null,
      secondLanguage: 'ar',
      booksClosedUntil: null,
      companyPrefix: null,
      scaleLabels: [],
      foodCostCoverage: 80,
      version: 1,
    },
  ]);
  expect(
    (await api.as('admin').put('/settings', { businessName: 'Late' }, { 'if-match': '"0"' })).status,
  ).toBe(412);
  expect((await api.as('admin').put('/settings', { setupToken: 'x' })).status).toBe(422);
});

it('returns the letterhead to every user', async () => {
  const letterhead = { businessName: 'Harbour', businessAddress: '1 Quay\nLondon', taxNumber: 'GB 1' };
  const read = async () => (await api.as('branch').get('/settings/letterhead')).body;
  expect(await read()).toEqual({ businessName: null, businessAddress: null, taxNumber: null });
  expect((await api.as('admin').put('/settings', letterhead)).status).toBe(200);
  expect(await read()).toEqual(letterhead);
  const tooLong = await api.as('admin').put('/settings', { taxNumber: '1'.repeat(61) });
  expect([tooLong.status, Object.keys(tooLong.body.fields)]).toEqual([422, ['taxNumber']]);
  expect((await api.as('admin').put('/settings', { businessAddress: ' ', taxNumber: null })).status).toBe(
    200,
  );
  expect(await read()).toEqual({ businessName: 'Harbour', businessAddress: null, taxNumber: null });
  expect((await api.anonymous.get('/settings/letterhead')).status).toBe(401);
});

it('stores the layouts of scale labels, which are included in every profile', async () => {
  const scaleLabels = ['21 IIIII WW.WWW C', '22IIIIIPPPPPC'];
  expect((await api.as('admin').put('/settings', { scaleLabels })).body).toMatchObject({ scaleLabels });
  expect((await api.as('branch').get('/users/profile')).body).toMatchObject({ scaleLabels });
  const rejected = await api
    .as('admin')
    .put('/settings', { scaleLabels: ['21IIIIIWWWWWC', '31IIIIIWWWWWC'] });
  expect([rejected.status, rejected.body.fields]).toEqual([
    422,
    { 'scaleLabels.1': 'Enter 13 digits like 21 IIIII WW.WWW C' },
  ]);
});

it('requires access to the settings page', async () => {
  expect((await api.anonymous.get('/settings')).status).toBe(401);
  expect((await api.as('branch').get('/settings')).status).toBe(403);
  expect((await api.as('viewer').put('/settings', { businessName: 'Mine' })).status).toBe(403);
});
