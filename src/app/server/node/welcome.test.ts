import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { readConfig, ConfigError } from './config.ts';
import { assertDemonstrationNotReachable, buildSignInLines } from './welcome.ts';

let api: TestApp;
let empty: TestApp;
beforeAll(async () => {
  [api, empty] = await Promise.all([createTestApp(), createTestApp({ isEmpty: true })]);
});
afterAll(() => Promise.all([api.close(), empty.close()]));

it('prints the demo users and their password', async () => {
  const lines = await buildSignInLines(api);
  expect(lines[0]).toContain('commissary-demo');
  expect(lines.join('\n')).toMatch(/branch@demo\.test +custom_role_sk/);
});

it('prints a working set-up token, a new one each time', async () => {
  const first = (await buildSignInLines(empty))[1]?.trim();
  const setupToken = (await buildSignInLines(empty))[1]?.trim();
  expect(first).not.toBe(setupToken);
  const person = { name: 'First', email: 'first@example.org', password: 'correct horse battery' };
  expect((await empty.anonymous.post('/users/register', { ...person, setupToken: first })).status).toBe(403);
  expect((await empty.anonymous.post('/users/register', { ...person, setupToken })).status).toBe(201);
  expect(await buildSignInLines(empty)).toEqual([]);
});

it.each([{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }, { HOST: '::1', TRUST_PROXY: '1' }])(
  'refuses to start with demo users on a public address, with %o',
  async (env) => {
    const config = readConfig(env, []);
    await expect(assertDemonstrationNotReachable(api.db, config)).rejects.toThrow(ConfigError);
    await expect(assertDemonstrationNotReachable(api.db, config)).rejects.toThrow(
      Object.keys(env).at(-1) ?? '',
    );
    await assertDemonstrationNotReachable(api.db, readConfig({}, []));
    await assertDemonstrationNotReachable(empty.db, config);
  },
);

describe('the published demo password', () => {
  const email = 'renamed@business.example';
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
    await app.db.writer.updateTable('users').set({ passwordKind: 'demonstration' }).execute();
    await app.db.writer.updateTable('users').set({ email }).where('_id', '=', ids.users.branch).execute();
    await app.db.writer
      .deleteFrom('users')
      .where('email', 'like', '%@demo.test')
      .where('_id', '!=', ids.users.master)
      .execute();
    await app.db.writer
      .updateTable('users')
      .set({ email: 'other@business.example' })
      .where('_id', '=', ids.users.master)
      .execute();
  });
  afterEach(() => app.close());
  const signIn = (api: Pick<TestApp, 'anonymous'>, headers = {}) =>
    api.anonymous.post('/users/login', { email, password: testPassword }, headers);

  it('prevents a server from starting on a public address, regardless of the user’s email address', async () => {
    await expect(
      assertDemonstrationNotReachable(app.db, readConfig({ TRUST_PROXY: '1' }, [])),
    ).rejects.toThrow(ConfigError);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'is rejected through a proxy that sends %s',
    async (name) => {
      expect((await signIn(app)).status).toBe(200);
      expect((await signIn(app, { [name]: '198.51.100.7' })).status).toBe(401);
    },
  );

  it('is rejected on a public server until it is changed, even for a restored user', async () => {
    const reachable = await createTestApp({ db: app.db, isEmpty: true, isReachable: true });
    await app.db.writer
      .updateTable('users')
      .set({ isActive: 0 })
      .where('_id', '=', ids.users.branch)
      .execute();
    const master = await reachable.signIn(ids.users.master);
    expect((await master.put(`/users/${ids.users.branch}`, { isActive: true })).status).toBe(200);
    const response = await signIn(reachable);
    expect([response.status, response.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const demoPassword = { password: testPassword };
    expect((await master.put(`/users/${ids.users.branch}`, demoPassword)).status).toBe(422);
    const newPassword = 'quite another one';
    await master.put(`/users/${ids.users.branch}`, { password: newPassword });
    expect((await reachable.anonymous.post('/users/login', { email, password: newPassword })).status).toBe(
      200,
    );
  });
});
