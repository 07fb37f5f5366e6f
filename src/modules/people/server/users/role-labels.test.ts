import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const loadLabels = async () => {
  const login = { email: 'branch@demo.test', password: testPassword };
  const responses = {
    login: await api.anonymous.post('/users/login', login),
    profile: await api.as('branch').get('/users/profile'),
    ownName: await api.as('branch').patch('/users/profile', { name: 'Test branch' }),
    one: await api.as('admin').get(`/users/${ids.users.branch}`),
    changed: await api.as('admin').put(`/users/${ids.users.branch}`, {}),
  };
  const list = (await api.as('admin').get('/users')).body as { _id: string; roleLabel: string }[];
  return {
    ...Object.fromEntries(Object.entries(responses).map(([name, { body }]) => [name, body.roleLabel])),
    list: list.find(({ _id }) => _id === ids.users.branch)?.roleLabel,
  };
};
const labelEverywhere = (label: string) => ({
  login: label,
  profile: label,
  ownName: label,
  one: label,
  changed: label,
  list: label,
});

it('returns the current role label in every response about a user', async () => {
  expect(await loadLabels()).toEqual(labelEverywhere('Branch'));
  const roles = (await api.as('admin').get('/roles')).body as { _id: string; key: string }[];
  const role = roles.find(({ key }) => key === 'custom_role_sk');
  expect((await api.as('admin').put(`/roles/${role?._id}`, { label: 'Shop' })).status).toBe(200);
  expect(await loadLabels()).toEqual(labelEverywhere('Shop'));
});

it('shows an unknown role by its key', async () => {
  await api.db.writer
    .updateTable('users')
    .set({ role: 'gone' })
    .where('_id', '=', ids.users.viewer)
    .execute();
  expect((await api.as('viewer').get('/users/profile')).body).toMatchObject({
    role: 'gone',
    roleLabel: 'gone',
  });
  const { body } = await api.as('admin').get('/users?role=gone');
  expect(body).toMatchObject([{ role: 'gone', roleLabel: 'gone' }]);
});

it("the audit uses the labels of users' roles, and doesn't replace other text equal to a role key", async () => {
  const path = `/users/${ids.users.staff}`;
  await api.as('master').put(path, { role: 'custom_role_ck', name: 'admin' });
  const [entry] = (await api.as('admin').get(`/audit?entityId=${ids.users.staff}&action=edit`)).body;
  expect(entry.names).toMatchObject({
    'role:custom_role_sk': 'Shop',
    'role:custom_role_ck': 'Central kitchen',
  });
  expect(entry.names).not.toHaveProperty('admin');
});
