import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const duties = async (user: string) => (await api.as('admin').get(`/users/${user}/duties`)).body;
const nothing = { approves: [], places: [], reviews: 0 };

async function newUser(more: object): Promise<string> {
  const made = await api.as('master').post('/users', {
    name: 'Nora',
    email: 'nora@demo.test',
    password: 'correct horse battery',
    role: 'admin',
    ...more,
  });
  return made.body._id;
}

describe('what hangs on a user', () => {
  it('is the purchase categories they approve, and not what others do', async () => {
    const nora = await newUser({});
    await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: nora });
    await api.as('admin').post('/purchase-categories', { name: 'Produce', approver: ids.users.admin });
    expect(await duties(nora)).toMatchObject({ ...nothing, approves: [{ name: 'Dairy' }] });
  });

  it('is a place that nobody else works for', async () => {
    expect((await duties(ids.users.kitchen)).places).toMatchObject([{ _id: ids.kitchen }]);
    await newUser({ role: 'custom_role_ck', kitchens: [ids.kitchen] });
    expect((await duties(ids.users.kitchen)).places).toEqual([]);
    // Riverside has two.
    expect((await duties(ids.users.branch)).places).toEqual([]);
    await api.as('admin').put(`/users/${ids.users.staff}`, { isActive: false });
    expect((await duties(ids.users.branch)).places).toMatchObject([{ _id: ids.branch1 }]);
  });

  it('is a proposal that only they may decide about', async () => {
    const roles = (await api.as('admin').get('/roles')).body as { _id: string; key: string }[];
    const admins = roles.find(({ key }) => key === 'admin')?._id;
    await api.as('master').put(`/roles/${admins}`, { asksReview: true });
    expect((await api.as('admin').put(`/items/${ids.items.flour}`, { unitPrice: 9 })).status).toBe(202);
    expect((await duties(ids.users.master)).reviews).toBe(1);
    await newUser({});
    expect((await duties(ids.users.master)).reviews).toBe(0);
  });

  it('is told to those who see users', async () => {
    const path = `/users/${ids.users.kitchen}/duties`;
    expect((await api.anonymous.get(path)).status).toBe(401);
    expect((await api.as('branch').get(path)).status).toBe(403);
    expect((await api.as('admin').get('/users/nobody/duties')).status).toBe(404);
  });
});

describe('deleting', () => {
  it('is refused while something names the user, and says what', async () => {
    const nora = await newUser({});
    const dairy = await api.as('admin').post('/purchase-categories', { name: 'Dairy', approver: nora });
    const refused = await api.as('master').delete(`/users/${nora}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.error).toContain('purchase categories: Dairy');
    await api.as('admin').put(`/purchase-categories/${dairy.body._id}`, { approver: null });
    expect((await api.as('master').delete(`/users/${nora}`)).status).toBe(204);
  });
});
