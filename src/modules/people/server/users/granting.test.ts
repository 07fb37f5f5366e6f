import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestResponse } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const fewerFlags = { ...allFlags, canDelete: false };
const path = (user: keyof typeof ids.users) => `/users/${ids.users[user]}`;
let n = 0;
const buildPerson = (overrides: object) => ({
  name: 'New person',
  email: `granted${++n}@demo.test`,
  password: 'correct horse battery',
  ...overrides,
});

async function getRolePath(key: string): Promise<string> {
  const roles = (await api.as('master').get('/roles')).body as { _id: string; key: string }[];
  return `/roles/${roles.find((role) => role.key === key)?._id}`;
}

/** All rows with permissions. */
const loadRights = async () => [
  await api.db.read.selectFrom('users').selectAll().orderBy('_id').execute(),
  await api.db.read.selectFrom('roles').selectAll().orderBy('_id').execute(),
];

/** Response when a user restricted to certain locations requests a user of another location. */
const notFoundResponse = [404, 'NOT_FOUND'];

/** Expects each request to return 403, or 404 for users that aren't visible, and to change no permissions. */
async function expectRefused(calls: Readonly<Record<string, () => Promise<TestResponse>>>): Promise<void> {
  const before = await loadRights();
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await call();
    expect([name, status, body?.code]).toEqual([
      name,
      ...(status === 404 ? notFoundResponse : [403, 'FORBIDDEN']),
    ]);
  }
  expect(await loadRights()).toEqual(before);
}

describe('a branch manager who manages users and roles', () => {
  beforeEach(() =>
    api.as('master').put(path('branch'), {
      permissions: fewerFlags,
      allowedPages: ['branch-order', 'user', 'roles', '/*'],
    }),
  );

  it('can only change roles of the same kind, without adding permissions to them', async () => {
    const manager = api.as('branch');
    const [kitchen, admin, own] = [
      await getRolePath('custom_role_ck'),
      await getRolePath('admin'),
      await getRolePath('custom_role_sk'),
    ];
    await expectRefused({
      'changes the defaults of another role': () =>
        manager.put(kitchen, { permissions: fewerFlags, allowedPages: ['branch-order'] }),
      'reduces the permissions of a role that has more than their own': () =>
        manager.put(admin, { permissions: { ...fewerFlags, canCreate: false }, allowedPages: ['user'] }),
      'renames a role that has more permissions than their own': () =>
        manager.put(admin, { label: 'Anybody' }),
      'archives a role': () => manager.put(kitchen, { isActive: false }),
      'deletes a role': () => manager.delete(admin),
      'creates a role that sees all locations': () =>
        manager.post('/roles', {
          key: 'sees_all',
          label: 'Sees all',
          permissions: fewerFlags,
          allowedPages: ['user'],
        }),
      'adds flags that they lack to their own role': () => manager.put(own, { permissions: allFlags }),
      'adds pages that they lack to their own role': () => manager.put(own, { allowedPages: ['*'] }),
      'removes all page restrictions from their own role': () => manager.put(own, { allowedPages: [] }),
    });
    const narrowed = await manager.put(own, { permissions: fewerFlags, allowedPages: ['branch-order'] });
    expect(narrowed.status).toBe(200);
  });

  it('gains nothing by applying their own role', async () => {
    const ownRole = await getRolePath('custom_role_sk');
    await api
      .as('master')
      .put(ownRole, { permissions: allFlags, allowedPages: ['branch-order', 'branch-settings'] });
    const me = (await api.as('branch').get(path('branch'))).body;
    await expectRefused({
      'to themselves': () =>
        api.as('branch').post(`${ownRole}/apply`, { users: [{ _id: me._id, version: me.version }] }),
    });
  });

  it("can't use access to a similarly named page to grant all pages", () =>
    expectRefused({
      'by creating': () =>
        api
          .as('branch')
          .post(
            '/users',
            buildPerson({ permissions: fewerFlags, allowedPages: ['*'], branches: [ids.branch1] }),
          ),
      'to themselves': () => api.as('branch').put(path('branch'), { allowedPages: ['*'] }),
      'by the defaults of a role': () =>
        api.as('branch').post('/users', buildPerson({ role: 'custom_role_ck' })),
    }));

  it("can't sign out users with more permissions, reset their passwords or suspend them", async () => {
    await api.as('master').put(path('staff'), { permissions: allFlags });
    await expectRefused({
      'signs out a colleague with delete permission': () =>
        api.as('branch').delete(`${path('staff')}/sessions`),
      'resets the password of a colleague with delete permission': () =>
        api.as('branch').put(path('staff'), { password: 'another-one-entirely' }),
      'signs out an administrator': () => api.as('branch').delete(`${path('admin')}/sessions`),
      'resets the password of an administrator': () =>
        api.as('branch').put(path('admin'), { password: 'another-one-entirely' }),
      'suspends a user of another branch': () => api.as('branch').put(path('branch2'), { isActive: false }),
      'changes the email address of a kitchen user': () =>
        api.as('branch').put(path('kitchen'), { email: 'mine@demo.test' }),
      'revokes a permission of a user with access to all locations': () =>
        api.as('branch').put(path('viewer'), { permissions: { ...fewerFlags, canView: false } }),
    });
  });
});

describe('when changes by the role require review', () => {
  beforeEach(async () => {
    await api.as('master').put(await getRolePath('admin'), { requiresReview: true });
  });
  const grants = { permissions: allFlags, allowedPages: ['items', 'user', 'roles'] };

  it("can't bypass reviews through a user, a role or a second account", async () => {
    const admin = api.as('admin');
    const unreviewed = await admin.post('/roles', {
      key: 'keeper',
      label: 'Keeper',
      ...grants,
      requiresReview: true,
    });
    expect(unreviewed.status).toBe(201);
    await api.as('master').put(`/roles/${unreviewed.body._id}`, { requiresReview: false });
    await expectRefused({
      'gives themselves another role': () => admin.put(path('admin'), { role: 'keeper' }),
      'creates a user whose changes need no review': () =>
        admin.post('/users', buildPerson({ role: 'keeper', ...grants })),
      'registers a user whose changes need no review': () =>
        admin.post('/users/register', buildPerson({ role: 'keeper', ...grants })),
      'creates a role whose changes need no review': () =>
        admin.post('/roles', { key: 'free', label: 'Free', ...grants, requiresReview: false }),
      'turns off review for their own role': async () =>
        admin.put(await getRolePath('admin'), { requiresReview: false }),
      'resets the password of a user whose changes need no review': () =>
        admin.put(path('viewer'), { password: 'another-one-entirely' }),
      'creates a colleague who could approve': () =>
        admin.post('/users', buildPerson({ role: 'admin', permissions: allFlags, allowedPages: ['*'] })),
    });
    const colleague = await admin.post('/users', buildPerson({ role: 'admin', ...grants }));
    expect(colleague.status).toBe(201);
    await expectRefused({
      'gives a colleague access to the review page': () =>
        admin.put(`/users/${colleague.body._id}`, {
          allowedPages: ['items', 'procurements/creation/review'],
        }),
    });
    const edit = await admin.put(`/items/${ids.items.flour}`, { name: 'Other flour' });
    expect(edit.status).toBe(202);
  });

  it("can change their own record if it doesn't add permissions", async () => {
    const changed = await api.as('admin').put(path('admin'), { roleDescription: 'Head office' });
    expect(changed.status).toBe(200);
  });
});
