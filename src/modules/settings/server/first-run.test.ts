import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { issueSetupToken } from '#modules/people/server/sessions/setup-token.ts';

let api: TestApp;
let owner: TestClient;
beforeAll(async () => {
  api = await createTestApp({ isEmpty: true });
  const setupToken = await issueSetupToken(api.db, api.clock.now());
  const person = {
    name: 'Olive Owner',
    email: 'olive@example.test',
    password: 'a quiet morning',
    setupToken,
  };
  const created = await api.anonymous.post('/users/register', person);
  owner = createTestClient(api.app, created.body.token);
});
afterAll(() => api.close());

const loadProgress = async () => {
  const response = await owner.get('/settings/progress');
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const create = async (path: string, body: object): Promise<string> => {
  const response = await owner.post(path, body);
  expect(response.status, response.text).toBe(201);
  return response.body._id;
};

it('reports no progress for an empty business, and each step once it is completed', async () => {
  const emptyProgress = {
    businessName: null,
    baseCurrency: null,
    units: 0,
    kitchens: 0,
    branches: 0,
    unsuppliedBranches: 0,
    itemCategories: 0,
    items: 0,
    isStocked: false,
    people: 1,
    order: null,
  };
  expect(await loadProgress()).toEqual(emptyProgress);
  // Setting a second language doesn't set the name.
  await owner.put('/settings', { secondLanguage: 'ar' });
  expect(await loadProgress()).toEqual(emptyProgress);

  // A name counts as set even if it equals the default name.
  await owner.put('/settings', { businessName: 'Commissary' });
  expect(await loadProgress()).toEqual({ ...emptyProgress, businessName: 'Commissary' });
  await owner.put('/settings', { businessName: 'Olive & Sons' });
  await create('/currencies', { name: 'Euro', code: 'EUR', symbol: '€', isBase: true });
  await create('/currencies', { name: 'Pound', code: 'GBP', symbol: '£' });
  const kg = await create('/units', { name: 'Kilogram', symbol: 'kg', dimension: 'mass', factorNum: 1000 });
  const place = { timezone: 'Europe/London' };
  const kitchen = { ...place, code: 'K', name: 'Kitchen', type: 'central_kitchen' };
  await create('/branch', kitchen);
  const branch = await create('/branch', { ...place, code: 'B', name: 'Shop One', type: 'branch' });
  const archivedBranch = await create('/branch', { ...place, code: 'C', name: 'Shop Two', type: 'branch' });
  await owner.put(`/branch/${archivedBranch}`, { isActive: false });
  const category = await create('/item-categories', { name: 'Dry' });
  const input = { itemCode: 'F', name: 'Flour', kind: 'raw', category, baseUnit: kg, orderUnit: kg };
  const itemId = await create('/items', input);
  const user = { name: 'Bo', email: 'bo@example.test', password: 'another morning', role: 'admin' };
  await create('/users', user);
  const completedProgress = {
    businessName: 'Olive & Sons',
    baseCurrency: 'EUR',
    units: 1,
    kitchens: 1,
    branches: 1,
    unsuppliedBranches: 0,
    itemCategories: 1,
    items: 1,
    isStocked: false,
    people: 2,
    order: null,
  };
  expect(await loadProgress()).toEqual(completedProgress);

  const order = { branch, deliveryDate: '2026-03-06', items: [{ itemId, orderQty: 5 }] };
  const first = await create('/orders', order);
  await create('/orders', order);
  for (const status of ['Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped', 'Received']) {
    expect((await owner.patch(`/orders/${first}`, { status })).status).toBe(200);
    expect((await loadProgress()).order).toMatchObject({ _id: first, status });
  }
  // Stock that went negative by shipping doesn't count as opening stock.
  expect(await loadProgress()).toMatchObject({ isStocked: false });
  await api.db.writer
    .updateTable('branches')
    .set({ countedAt: '2026-03-04T09:00:00.000Z' })
    .where('name', '=', 'Kitchen')
    .execute();
  expect(await loadProgress()).toMatchObject({ isStocked: true });
  // Simulates a branch created before a supplying kitchen was required.
  await api.db.writer
    .updateTable('branches')
    .set({ supplyingKitchenId: null })
    .where('_id', '=', branch)
    .execute();
  expect(await loadProgress()).toMatchObject({ branches: 0, unsuppliedBranches: 1 });
});

it('hides progress from users who see only part of the business', async () => {
  const business = await createTestApp();
  const getProgress = (user: 'admin' | 'master' | 'branch' | 'kitchen' | 'viewer') =>
    business.as(user).get('/settings/progress');
  expect((await getProgress('master')).body).toMatchObject({ kitchens: 1, branches: 2, isStocked: true });
  expect((await getProgress('admin')).status).toBe(200);
  for (const user of ['branch', 'kitchen', 'viewer'] as const)
    expect((await getProgress(user)).status).toBe(403);
  // Access to the settings page isn't enough for a branch manager.
  await business.db.writer
    .updateTable('users')
    .set({ allowedPages: '["branches","branch-order"]' })
    .where('email', '=', 'branch@demo.test')
    .execute();
  expect((await getProgress('branch')).status).toBe(403);
  await business.close();
});
