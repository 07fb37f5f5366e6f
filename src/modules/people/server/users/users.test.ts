import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
let n = 0;
const buildPerson = (overrides = {}) => ({
  name: 'New person',
  email: `new${++n}@demo.test`,
  password: 'correct horse battery',
  role: 'custom_role_sk',
  branches: [ids.branch1],
  ...overrides,
});

describe('/users', () => {
  it('lists, searches regardless of diacritics, filters and counts', async () => {
    await api.as('admin').post('/users', buildPerson({ name: 'Åse Ødegård' }));
    const matches = await api.as('admin').get('/users?q=odegard');
    expect(matches.body.map((row: { name: string }) => row.name)).toEqual(['Åse Ødegård']);
    const first = await api.as('admin').get('/users?limit=2&sort=-email&role=custom_role_sk');
    expect(first.body).toHaveLength(2);
    expect(first.headers.get('x-total-count')).toBe('4');
    expect(first.text).not.toContain('passwordHash');
    const masters = await api.as('admin').get('/users?isMasterAdmin=true');
    expect(masters.body.map((row: { _id: string }) => row._id)).toEqual([ids.users.master]);
  });

  it('rejects invalid list queries', async () => {
    for (const query of ['limit=0', 'page=x', 'sort=passwordHash', 'active=maybe']) {
      const response = await api.as('admin').get(`/users?${query}`);
      expect([query, response.status, response.body.code]).toEqual([query, 400, 'MALFORMED']);
    }
  });

  it('requires access to the page', async () => {
    expect((await api.anonymous.get('/users')).status).toBe(401);
    expect((await api.as('branch').get('/users')).status).toBe(403);
    expect((await api.as('viewer').get('/users')).status).toBe(200);
    expect((await api.as('viewer').post('/users', buildPerson())).status).toBe(403);
  });

  it("creates users with the role's permissions, changes them, and checks versions", async () => {
    const created = await api.as('admin').post('/users', buildPerson());
    expect(created.status).toBe(201);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.body).toMatchObject({ allowedPages: ['branch-order'], permissions: { canDelete: false } });
    const path = `/users/${created.body._id}`;
    const changed = await api.as('admin').put(path, { name: 'Other' }, { 'if-match': '"1"' });
    expect(changed.body).toMatchObject({ name: 'Other', version: 2, branches: [ids.branch1] });
    const late = await api.as('admin').put(path, { name: 'Third' }, { 'if-match': '"1"' });
    expect([late.status, late.body.code, late.body.details.current.name]).toEqual([
      412,
      'STALE_VERSION',
      'Other',
    ]);
    expect((await api.as('admin').delete(path)).status).toBe(204);
    expect((await api.as('admin').get(path)).status).toBe(404);
  });

  it('names the user who has the email address', async () => {
    const response = await api.as('admin').post('/users', buildPerson({ email: 'BRANCH@demo.test' }));
    expect([response.status, response.body.code, response.body.details.id]).toEqual([
      409,
      'DUPLICATE',
      ids.users.branch,
    ]);
    expect(response.body.fields).toHaveProperty('email');
  });

  it.each([
    ['an unknown role', { role: 'emperor' }, 'role'],
    ['an unknown branch', { branches: ['nowhere'] }, 'branches'],
    ['a branch as a kitchen', { kitchens: [ids.branch1] }, 'kitchens'],
    ['a short password', { password: 'short' }, 'password'],
    ['an invalid email address', { email: 'x' }, 'email'],
    ['fields that only the server sets', { _id: 'mine', version: 7 }, '_id'],
  ])('rejects %s', async (_, overrides, field) => {
    const response = await api.as('admin').post('/users', buildPerson(overrides));
    expect(response.status).toBe(422);
    expect(response.body.fields).toHaveProperty(field);
  });

  it("grants nothing beyond the caller's permissions", async () => {
    const clerk = await api.as('master').post(
      '/users',
      buildPerson({
        role: 'admin',
        permissions: { ...allFlags, canDelete: false },
        allowedPages: ['user'],
        branches: [],
      }),
    );
    const client = await api.signIn(clerk.body._id);
    const forbidden = [
      buildPerson({ isMasterAdmin: true }),
      buildPerson({ role: 'master_admin' }),
      buildPerson({ permissions: allFlags }),
      buildPerson({ permissions: { ...allFlags, canDelete: false }, allowedPages: ['*'] }),
      buildPerson({ permissions: { ...allFlags, canDelete: false }, allowedPages: [] }),
    ];
    for (const body of forbidden) {
      const response = await client.post('/users', body);
      expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
    }
    expect((await client.put(`/users/${ids.users.master}`, { name: 'Owned' })).status).toBe(403);
    expect((await client.put(`/users/${ids.users.branch}`, { password: 'taken over now' })).status).toBe(403);
  });

  it("doesn't allow removing the last master admin", async () => {
    const master = `/users/${ids.users.master}`;
    for (const change of [{ isActive: false }, { isMasterAdmin: false }]) {
      expect((await api.as('master').put(master, change)).status).toBe(409);
    }
    expect((await api.as('master').delete(master)).status).toBe(409);
  });

  it('suggests archiving a user with activity', async () => {
    const response = await api.as('admin').delete(`/users/${ids.users.branch}`);
    expect([response.status, response.body.code, response.body.details]).toEqual([
      409,
      'IN_USE',
      { archive: { isActive: false } },
    ]);
  });

  it('audits changes without passwords', async () => {
    const created = await api.as('admin').post('/users', buildPerson());
    await api.as('admin').put(`/users/${created.body._id}`, { password: 'correct horse staple' });
    const rows = await api.db.read
      .selectFrom('audit')
      .selectAll()
      .where('entityId', '=', created.body._id)
      .execute();
    expect(rows.map(({ action, userId, ip }) => [action, userId, ip])).toEqual([
      ['create', ids.users.admin, '203.0.113.7'],
      ['edit', ids.users.admin, '203.0.113.7'],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/horse|quick:/);
  });
});

describe('/roles', () => {
  it("has the specification's four roles, which can't be deleted", async () => {
    const list = await api.as('admin').get('/roles');
    expect(list.body.map((row: { key: string }) => row.key).sort()).toEqual([
      'admin',
      'custom_role_ck',
      'custom_role_sk',
      'master_admin',
    ]);
    for (const row of list.body) {
      expect((await api.as('master').delete(`/roles/${row._id}`)).status).toBe(409);
      expect((await api.as('master').put(`/roles/${row._id}`, { isActive: false })).status).toBe(409);
    }
  });

  it('creates, changes and deletes custom roles', async () => {
    const input = {
      key: 'auditor',
      label: 'Auditor',
      permissions: { ...allFlags, canCreate: false },
      allowedPages: [],
    };
    const created = await api.as('admin').post('/roles', input);
    expect(created.status).toBe(201);
    expect((await api.as('admin').post('/roles', input)).status).toBe(409);
    const path = `/roles/${created.body._id}`;
    expect((await api.as('admin').put(path, { label: 'Reviewer' })).body).toMatchObject({
      label: 'Reviewer',
      version: 2,
    });
    expect((await api.as('admin').put(path, { key: 'other' })).status).toBe(422);
    expect((await api.as('admin').delete(path)).status).toBe(409);
    await api.as('master').put(`/users/${ids.users.viewer}`, { role: 'custom_role_sk' });
    expect((await api.as('admin').delete(path)).status).toBe(204);
  });
});
