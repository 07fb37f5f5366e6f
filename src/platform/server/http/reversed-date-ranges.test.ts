import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it.each([
  '/supplier-invoices/scorecards',
  `/supplier-invoices/statement?supplier=${ids.branch1}`,
  '/costing/price-changes',
  `/costing/statement?branch=${ids.branch1}`,
  '/costing/journal',
  '/analytics/service',
  '/reports/wastage',
  '/reports/tiles?today=2026-03-04',
  '/food-cost/branches',
])('%s rejects a period that ends before it starts, with the error at its last day', async (path) => {
  const query = (from: string, to: string) =>
    api.as('admin').get(`${path}${path.includes('?') ? '&' : '?'}from=${from}&to=${to}`);
  const response = await query('2026-03-31', '2026-03-01');
  expect([response.status < 500 && response.status >= 400, Object.keys(response.body.fields ?? {})]).toEqual([
    true,
    ['to'],
  ]);
  expect((await query('2026-03-01', '2026-03-31')).body.fields).toBeUndefined();
});
