import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
let role: { _id: string; version: number };
beforeEach(async () => {
  api = await createTestApp();
  const roles = (await api.as('admin').get('/roles?q=custom_role_sk')).body;
  role = roles[0];
});
afterEach(() => api.close());

const apply = (users: unknown, user: 'admin' | 'viewer' = 'admin', headers = {}) =>
  api.as(user).post(`/roles/${role._id}/apply`, { users }, headers);
const loadRights = async (id: string) => {
  const { permissions, allowedPages, version } = (await api.as('admin').get(`/users/${id}`)).body;
  return { permissions, allowedPages, version };
};
const defaults = {
  permissions: { canCreate: true, canEdit: true, canDelete: false, canView: true },
  allowedPages: ['branch-order'],
};
const branchUsers = [
  { _id: ids.users.branch, version: 1 },
  { _id: ids.users.staff, version: 1 },
];

it('applies a role to its users, with an audit entry each, and skips users who match already', async () => {
  const same = await api.as('master').post('/users', {
    name: 'Same',
    email: 'same@demo.test',
    password: 'correct horse battery',
    role: 'custom_role_sk',
  });
  const response = await apply([...branchUsers, { _id: same.body._id, version: 1 }]);
  expect([response.status, response.body]).toEqual([200, { changed: 2 }]);
  expect(await loadRights(ids.users.branch)).toEqual({ ...defaults, version: 2 });
  expect(await loadRights(ids.users.staff)).toEqual({ ...defaults, version: 2 });
  expect(await loadRights(same.body._id)).toEqual({ ...defaults, version: 1 });
  const [entry] = (await api.as('admin').get(`/audit?entityId=${ids.users.staff}`)).body;
  expect(entry).toMatchObject({
    action: 'edit',
    before: { permissions: { canEdit: false } },
    after: { permissions: { canEdit: true }, defaultsOf: 'custom_role_sk' },
  });
});

it.each([
  ['a user has changed concurrently', [branchUsers[0], { _id: ids.users.staff, version: 7 }], 412],
  ['a user has another role', [branchUsers[0], { _id: ids.users.kitchen, version: 1 }], 422],
  ['a user does not exist', [branchUsers[0], { _id: 'nobody', version: 1 }], 422],
  ['the list of users is empty', [], 422],
])('changes no one when %s', async (_, users, status) => {
  expect((await apply(users)).status).toBe(status);
  expect((await loadRights(ids.users.branch)).version).toBe(1);
});

it('fails for an outdated or unknown role, without the delete flag, or without access to the users page', async () => {
  expect((await apply(branchUsers, 'admin', { 'if-match': '"9"' })).status).toBe(412);
  expect((await apply(branchUsers, 'viewer')).status).toBe(403);
  await api.as('master').put(`/users/${ids.users.viewer}`, {
    permissions: { ...defaults.permissions, canDelete: true },
    allowedPages: ['roles'],
  });
  expect((await apply(branchUsers, 'viewer')).status).toBe(403);
  expect((await api.as('admin').post('/roles/none/apply', { users: branchUsers })).status).toBe(404);
  expect((await loadRights(ids.users.branch)).version).toBe(1);
});

it("grants nothing beyond the caller's permissions, and changes nobody who has more", async () => {
  const changeAsClerk = (change: object) =>
    api.as('master').put(`/users/${ids.users.viewer}`, { role: 'admin', ...change });
  const fewFlags = { canCreate: true, canEdit: true, canDelete: false, canView: true };
  await changeAsClerk({ permissions: { ...fewFlags, canCreate: false }, allowedPages: ['*'] });
  expect((await apply([{ _id: ids.users.staff, version: 1 }], 'viewer')).status).toBe(403);
  await changeAsClerk({ permissions: fewFlags, allowedPages: ['*'] });
  const response = await apply([{ _id: ids.users.branch, version: 1 }], 'viewer');
  expect([response.status, response.body.error]).toEqual([
    403,
    expect.stringContaining('has more permissions than you'),
  ]);
  expect((await apply([{ _id: ids.users.staff, version: 1 }], 'viewer')).status).toBe(200);
});
