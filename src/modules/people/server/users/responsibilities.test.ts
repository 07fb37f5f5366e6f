import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const loadResponsibilities = async (user: string) =>
  (await api.as('admin').get(`/users/${user}/responsibilities`)).body;
const noResponsibilities = { approvalCategories: [], locations: [], pendingReviews: 0, draftOrders: 0 };
/** Loads the responsibilities that a change would remove. */
const loadLost = async (user: string, change: object) => {
  const response = await api.as('admin').post(`/users/${user}/responsibilities`, change);
  expect(response.status, response.text).toBe(200);
  return response.body;
};
const flags = { canCreate: true, canEdit: true, canDelete: true, canView: true };

async function createUser(overrides: object): Promise<string> {
  const created = await api.as('master').post('/users', {
    name: 'Nora',
    email: 'nora@demo.test',
    password: 'correct horse battery',
    role: 'admin',
    ...overrides,
  });
  return created.body._id;
}

describe("a user's responsibilities", () => {
  it('include purchase categories they approve, but not those of others', async () => {
    const nora = await createUser({});
    await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: nora });
    await api.as('admin').post('/purchase-categories', { name: 'Produce', approver: ids.users.admin });
    expect(await loadResponsibilities(nora)).toMatchObject({
      ...noResponsibilities,
      approvalCategories: [{ name: 'Dairy' }],
    });
  });

  it('include locations without other users', async () => {
    expect((await loadResponsibilities(ids.users.kitchen)).locations).toMatchObject([{ _id: ids.kitchen }]);
    await createUser({ role: 'custom_role_ck', kitchens: [ids.kitchen] });
    expect((await loadResponsibilities(ids.users.kitchen)).locations).toEqual([]);
    // Riverside has two users.
    expect((await loadResponsibilities(ids.users.branch)).locations).toEqual([]);
    await api.as('admin').put(`/users/${ids.users.staff}`, { isActive: false });
    expect((await loadResponsibilities(ids.users.branch)).locations).toMatchObject([{ _id: ids.branch1 }]);
  });

  it('include proposals that only they may decide', async () => {
    const roles = (await api.as('admin').get('/roles')).body as { _id: string; key: string }[];
    const adminRoleId = roles.find(({ key }) => key === 'admin')?._id;
    await api.as('master').put(`/roles/${adminRoleId}`, { requiresReview: true });
    expect((await api.as('admin').put(`/items/${ids.items.flour}`, { unitPrice: 9 })).status).toBe(202);
    expect((await loadResponsibilities(ids.users.master)).pendingReviews).toBe(1);
    await createUser({});
    expect((await loadResponsibilities(ids.users.master)).pendingReviews).toBe(0);
  });

  it('are visible to users with access to users', async () => {
    const path = `/users/${ids.users.kitchen}/responsibilities`;
    expect((await api.anonymous.get(path)).status).toBe(401);
    expect((await api.as('branch').get(path)).status).toBe(404);
    expect((await api.as('admin').get('/users/nobody/responsibilities')).status).toBe(404);
  });
});

describe('a preview of changed permissions', () => {
  it('includes locations that lose their only user, by role, location, flag or page', async () => {
    const { kitchen } = ids.users;
    const place = { ...noResponsibilities, locations: [expect.objectContaining({ _id: ids.kitchen })] };
    for (const change of [
      { role: 'admin' },
      { kitchens: [] },
      { permissions: { ...flags, canEdit: false } },
      { allowedPages: ['units'] },
    ])
      expect(await loadLost(kitchen, change), JSON.stringify(change)).toEqual(place);
    for (const change of [{}, { permissions: flags }, { allowedPages: ['*'] }, { kitchens: [ids.kitchen] }])
      expect(await loadLost(kitchen, change), JSON.stringify(change)).toEqual(noResponsibilities);
    await createUser({ role: 'custom_role_ck', kitchens: [ids.kitchen] });
    expect(await loadLost(kitchen, { kitchens: [] })).toEqual(noResponsibilities);
  });

  it('includes orders that the user drafted', async () => {
    const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
    expect((await api.as('branch').post('/orders', order)).status).toBe(201);
    expect(await loadResponsibilities(ids.users.branch)).toEqual({ ...noResponsibilities, draftOrders: 1 });
    expect((await loadLost(ids.users.branch, { branches: [ids.branch2] })).draftOrders).toBe(1);
    expect((await loadLost(ids.users.branch, { branches: [ids.branch1, ids.branch2] })).draftOrders).toBe(0);
    expect(
      (await loadLost(ids.users.branch, { permissions: { ...flags, canEdit: false } })).draftOrders,
    ).toBe(1);
  });

  it('includes categories and proposals that only this user can approve or decide', async () => {
    const nora = await createUser({});
    await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: nora });
    const lost = await loadLost(nora, { permissions: { ...flags, canEdit: false } });
    expect(lost).toEqual({
      ...noResponsibilities,
      approvalCategories: [expect.objectContaining({ name: 'Dairy' })],
    });
    expect(await loadLost(nora, { branches: [ids.branch1] })).toEqual(noResponsibilities);
    await api.as('branch').put(`/items/${ids.items.flour}`, { unitPrice: 9 });
    await api.as('master').put(`/users/${ids.users.admin}`, { isActive: false });
    const granted = await api
      .as('master')
      .post(`/users/${nora}/responsibilities`, { allowedPages: ['units'] });
    expect(granted.body.pendingReviews).toBe(0);
    await api.as('master').put(`/users/${nora}`, { isActive: false });
    const reducedRights = { isMasterAdmin: false, allowedPages: ['units'] };
    const onlyAdmin = await api
      .as('master')
      .post(`/users/${ids.users.master}/responsibilities`, reducedRights);
    expect(onlyAdmin.body).toMatchObject({ pendingReviews: 1 });
  });

  it('is available only to users who may edit users, and only for valid changes', async () => {
    const path = `/users/${ids.users.kitchen}/responsibilities`;
    expect((await api.anonymous.post(path, {})).status).toBe(401);
    expect((await api.as('viewer').post(path, {})).status).toBe(403);
    expect((await api.as('admin').post('/users/nobody/responsibilities', {})).status).toBe(404);
    const response = await api.as('admin').post(path, { name: 'Other' });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['name']]);
  });
});

describe('deleting a user', () => {
  it('is rejected while a setting references the user, and the error names the setting', async () => {
    const nora = await createUser({});
    const dairy = await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: nora });
    const refused = await api.as('master').delete(`/users/${nora}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.error).toContain('procurement categories: Dairy');
    await api.as('admin').put(`/purchase-categories/${dairy.body._id}`, { approver: null });
    expect((await api.as('master').delete(`/users/${nora}`)).status).toBe(204);
  });
});
