import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '#app/server/housekeeping/clean-up.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const signIn = (user: string, { password = testPassword, cookie = '', on = api } = {}) =>
  on.anonymous.post('/users/login', { email: `${user}@demo.test`, password }, cookie ? { cookie } : {});
const getCookie = (response: { headers: Headers }) =>
  (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

async function failSignIns(on = api): Promise<void> {
  for (let n = 0; n < 10; n++)
    await Promise.all(
      Array.from({ length: 10 }, (_, m) => signIn(`user${n}-${m}`, { password: 'wrong', on })),
    );
}

describe('a hundred failed sign-ins from one address', () => {
  it("don't block users on devices they used before", async () => {
    const cookie = getCookie(await signIn('branch'));
    await failSignIns();
    expect((await signIn('branch2')).status).toBe(429);
    expect((await signIn('branch', { cookie })).status).toBe(200);
    // The device is still known after a restart, in a different process.
    const restarted = await createTestApp({ db: api.db, isEmpty: true });
    expect((await signIn('branch', { cookie, on: restarted })).status).toBe(200);
  });

  it("still block unknown devices, and other users' devices", async () => {
    const cookie = getCookie(await signIn('branch'));
    await failSignIns();
    for (const unknownCookie of [`device=${'a'.repeat(43)}`, 'device=', `device=${'a'.repeat(9900)}`])
      expect((await signIn('branch', { cookie: unknownCookie })).status).toBe(429);
    expect((await signIn('branch2', { cookie })).status).toBe(429);
    expect((await signIn('nobody', { cookie })).status).toBe(429);
  });

  it("don't give a known device more guesses for its account", async () => {
    const cookie = getCookie(await signIn('branch'));
    await failSignIns();
    for (let n = 0; n < 10; n++)
      expect((await signIn('branch', { cookie, password: 'wrong' })).status).toBe(401);
    expect((await signIn('branch', { cookie })).status).toBe(429);
    api.clock.advance(15 * 60_000);
    expect((await signIn('branch', { cookie })).status).toBe(200);
  });

  it('count an IPv6 network as one address', async () => {
    let host = 0;
    const ipv6Api = await createTestApp({
      db: api.db,
      isEmpty: true,
      address: () => `2001:db8:1:2::${(++host).toString(16)}`,
    });
    await failSignIns(ipv6Api);
    expect((await signIn('branch', { on: ipv6Api })).status).toBe(429);
    const neighbourApi = await createTestApp({ db: api.db, isEmpty: true, address: () => '2001:db8:1:3::1' });
    expect((await signIn('branch', { on: neighbourApi })).status).toBe(200);
  });
});

describe('a device', () => {
  it('is recognized by a cookie that is hidden from scripts and sent only when signing in', async () => {
    const response = await signIn('branch');
    expect(response.headers.get('set-cookie')).toMatch(
      /^device=[\w-]{43}; Path=\/api\/users\/login; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn('branch', { password: 'wrong' })).headers.get('set-cookie')).toBeNull();
    const rows = await api.db.read.selectFrom('knownDevices').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(getCookie(response).slice('device='.length));
  });

  it('can be shared by several users, and opens no session', async () => {
    const cookie = getCookie(await signIn('branch'));
    expect(getCookie(await signIn('branch2', { cookie }))).toBe(cookie);
    expect((await api.anonymous.get('/users/profile', { cookie })).status).toBe(401);
  });

  it('with an invented token gets a token from the server', async () => {
    const inventedCookie = `device=${'a'.repeat(43)}`;
    expect(getCookie(await signIn('branch', { cookie: inventedCookie }))).not.toBe(inventedCookie);
  });

  it('is forgotten after ninety days, or if the user has twenty newer ones', async () => {
    for (let n = 0; n < 25; n++) {
      api.clock.advance(1000);
      await signIn('branch');
    }
    const loadCount = async () => (await api.db.read.selectFrom('knownDevices').selectAll().execute()).length;
    expect(await loadCount()).toBe(20);
    api.clock.advance(91 * 24 * 60 * 60_000);
    await cleanUp(api.db, api.clock.now());
    expect(await loadCount()).toBe(0);
  });
});
