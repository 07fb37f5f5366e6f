import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { issueSetupToken } from './setup-token.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const login = (email: string, password: string) => api.anonymous.post('/users/login', { email, password });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('POST /users/login', () => {
  it('returns the token and the flat user', async () => {
    const response = await login('Branch@demo.test ', testPassword);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      _id: ids.users.branch,
      name: 'Test branch',
      email: 'branch@demo.test',
      role: 'custom_role_sk',
      isMasterAdmin: false,
      permissions: { canCreate: true, canEdit: true, canDelete: true, canView: true },
      allowedPages: ['branch-order', 'branch-settings'],
      roleLabel: 'Branch',
      mustChangePassword: false,
      baseCurrency: 'GBP',
      scaleLabels: [],
      dayEnds: [],
      roleDescription: null,
      branches: [ids.branch1],
      kitchens: [],
    });
    const profile = await api.anonymous.get('/users/profile', bearer(response.body.token));
    expect(profile.body).toMatchObject({ email: 'branch@demo.test' });
    expect(profile.text).not.toContain('token');
  });

  it('gives the same response for unknown users, wrong passwords and suspended users', async () => {
    await api.as('admin').put(`/users/${ids.users.viewer}`, { isActive: false });
    const responses = [
      await login('nobody@demo.test', testPassword),
      await login('branch@demo.test', 'wrong-password'),
      await login('viewer@demo.test', testPassword),
    ];
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect({ ...response.body, requestId: '' }).toEqual({
        error: 'Invalid email or password',
        code: 'INVALID_CREDENTIALS',
        reason: 'wrong-credentials',
        params: {},
        requestId: '',
      });
    }
  });

  it('lists missing fields', async () => {
    const response = await api.anonymous.post('/users/login', { email: '', extra: 1 });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.fields).sort()).toEqual(['email', 'extra', 'password']);
  });

  it('blocks an account after ten failures, even concurrent ones, but not other users', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () => login('branch@demo.test', 'wrong-password')),
    );
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = attempts.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers.get('retry-after')).toBe('900');
    expect((await login('branch@demo.test', testPassword)).status).toBe(429);
    expect((await login('branch2@demo.test', testPassword)).status).toBe(200);
    api.clock.advance(15 * 60_000);
    expect((await login('branch@demo.test', testPassword)).status).toBe(200);
  });

  it('blocks an address after a hundred failures across all accounts', async () => {
    for (let n = 0; n < 100; n++) await login(`user${n}@demo.test`, 'wrong-password');
    expect((await login('branch@demo.test', testPassword)).status).toBe(429);
  });

  it('stores neither tokens nor passwords', async () => {
    const { body } = await login('branch@demo.test', testPassword);
    const rows = await api.db.read.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.token);
    const audit = await api.db.read.selectFrom('audit').selectAll().execute();
    expect(audit.map(({ action, userId }) => [action, userId])).toContainEqual(['sign-in', null]);
    expect(JSON.stringify(audit)).not.toContain(testPassword);
  });
});

describe('sessions', () => {
  it("last eight hours by the server's clock, then return TOKEN_EXPIRED", async () => {
    api.clock.advance(28_800_000 - 1);
    expect((await api.as('branch').get('/users/profile')).status).toBe(200);
    api.clock.advance(1);
    const response = await api.as('branch').get('/users/profile');
    expect([response.status, response.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
  });

  it('end with sign-out', async () => {
    expect((await api.as('branch').post('/users/logout')).status).toBe(204);
    const response = await api.as('branch').get('/users/profile');
    expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('are visible only to their user, who can end them', async () => {
    const phone = await api.signIn(ids.users.branch);
    const list = await api.as('branch').get('/users/sessions');
    expect(list.body).toHaveLength(2);
    expect(list.text).not.toContain('tokenHash');
    const other = list.body.find((row: { isCurrent: boolean }) => !row.isCurrent);
    expect((await api.as('admin').delete(`/users/sessions/${other._id}`)).status).toBe(404);
    expect((await api.as('branch').delete(`/users/sessions/${other._id}`)).status).toBe(204);
    expect((await phone.get('/users/profile')).status).toBe(401);
  });

  it.each([
    ['suspension', { isActive: false }],
    ['a new password', { password: 'another-one-entirely' }],
  ])('end immediately with %s', async (_, change) => {
    expect((await api.as('admin').put(`/users/${ids.users.branch}`, change)).status).toBe(200);
    expect((await api.as('branch').get('/users/profile')).status).toBe(401);
  });

  it('apply changed permissions to the next request', async () => {
    expect((await api.as('admin').get('/users')).status).toBe(200);
    const noFlags = { canCreate: false, canEdit: false, canDelete: false, canView: false };
    await api.as('master').put(`/users/${ids.users.admin}`, { permissions: noFlags });
    expect((await api.as('admin').get('/users')).status).toBe(403);
  });

  it.each(['', 'Bearer', 'Bearer x', 'Basic abc', `bearer ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(43)}`])(
    'are not opened by the header "%s"',
    async (authorization) => {
      const response = await api.anonymous.get('/users/profile', { authorization });
      expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    },
  );

  it('are limited to a hundred per user: a new one ends the oldest', async () => {
    const first = (await login('branch@demo.test', testPassword)).body.token;
    for (let n = 0; n < 99; n++) {
      api.clock.advance(1);
      await login('branch@demo.test', testPassword);
    }
    api.clock.advance(1);
    const last = await login('branch@demo.test', testPassword);
    expect((await api.anonymous.get('/users/profile', bearer(last.body.token))).status).toBe(200);
    expect((await api.as('branch').get('/users/profile')).status).toBe(401);
    expect((await api.anonymous.get('/users/profile', bearer(first))).status).toBe(401);
  });

  it("don't accept a token in the URL", async () => {
    expect((await api.anonymous.get(`/users/profile?token=${api.as('branch').token}`)).status).toBe(401);
  });
});

describe('POST /users/password', () => {
  it('requires the current password, and ends the other sessions', async () => {
    const phone = await api.signIn(ids.users.branch);
    const wrong = await api
      .as('branch')
      .post('/users/password', { currentPassword: 'x', newPassword: 'a new long one' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['currentPassword']]);
    const change = { currentPassword: testPassword, newPassword: 'a new long one' };
    expect((await api.as('branch').post('/users/password', change)).status).toBe(204);
    expect((await phone.get('/users/profile')).status).toBe(401);
    expect((await api.as('branch').get('/users/profile')).status).toBe(200);
    expect((await login('branch@demo.test', 'a new long one')).status).toBe(200);
  });
});

describe('POST /users/register', () => {
  const admin = { name: 'First', email: 'first@demo.test', password: 'correct horse battery' };

  it('creates one administrator from twenty attempts with the setup token', async () => {
    const empty = await createTestApp({ isEmpty: true });
    const setupToken = await issueSetupToken(empty.db, empty.clock.now());
    expect((await empty.anonymous.post('/users/register', admin)).status).toBe(403);
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        empty.anonymous.post('/users/register', { ...admin, email: `first${n}@demo.test`, setupToken }),
      ),
    );
    const created = attempts.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(attempts.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(created[0]?.body).toMatchObject({
      role: 'master_admin',
      isMasterAdmin: true,
      token: expect.any(String),
    });
    expect((await empty.anonymous.get('/health')).body.setupRequired).toBeUndefined();
    await empty.close();
  });

  it('rejects a token after thirty minutes', async () => {
    const empty = await createTestApp({ isEmpty: true });
    const setupToken = await issueSetupToken(empty.db, empty.clock.now());
    empty.clock.advance(30 * 60_000);
    const late = await empty.anonymous.post('/users/register', { ...admin, setupToken });
    expect([late.status, late.body.error]).toEqual([403, expect.stringMatching(/^This set-up token isn’t/)]);
    await empty.close();
  });

  it('requires permission to create users once there is an administrator', async () => {
    const person = { ...admin, role: 'custom_role_sk', branches: [ids.branch1] };
    expect((await api.anonymous.post('/users/register', person)).status).toBe(403);
    expect((await api.as('branch').post('/users/register', person)).status).toBe(403);
    const created = await api.as('admin').post('/users/register', person);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      role: 'custom_role_sk',
      isMasterAdmin: false,
      branches: [ids.branch1],
    });
  });

  it.each(['password123', 'PASSWORD123', 'first@demo.test'])('rejects the password %s', async (password) => {
    const response = await api.as('admin').post('/users/register', { ...admin, password });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['password']]);
  });
});
