import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it("lists only users who can approve, even for callers who can't read users", async () => {
  await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: ids.users.master });
  await api.as('admin').post('/purchase-categories', { name: 'Produce' });
  expect((await api.as('branch').get('/users')).status).toBe(403);
  const { status, body } = await api.as('branch').get('/purchase-categories/approvers');
  expect([status, body]).toEqual([200, [{ _id: ids.users.master, name: 'Test master' }]]);
  expect((await api.anonymous.get('/purchase-categories/approvers')).status).toBe(401);
});
