import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestResponse } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { quickPasswords } from '#app/server/testing/passwords.ts';

/** Blocks requests that have verified a password until the test releases them. */
function createGate() {
  let openGate = () => {};
  let reached = () => {};
  let isBlocked = false;
  let gateOpened = Promise.resolve();
  return {
    passwords: {
      ...quickPasswords,
      async verify(password: string, hash: string | null) {
        const isCorrect = await quickPasswords.verify(password, hash);
        if (isBlocked) {
          reached();
          await gateOpened;
        }
        return isCorrect;
      },
    },
    /** Starts a request and returns once it has verified the password; `finish` releases it. */
    async startCall(call: () => Promise<TestResponse>) {
      isBlocked = true;
      gateOpened = new Promise((resolve) => (openGate = resolve));
      const isReached = new Promise<void>((resolve) => (reached = resolve));
      const response = call();
      await isReached;
      isBlocked = false;
      return {
        finish() {
          openGate();
          return response;
        },
      };
    },
  };
}

let api: TestApp;
let gate: ReturnType<typeof createGate>;
beforeEach(async () => {
  gate = createGate();
  api = await createTestApp({ passwords: gate.passwords });
});
afterEach(() => api.close());

const otherPassword = 'another-one-entirely';
const thiefPassword = 'chosen-by-the-thief';
const path = `/users/${ids.users.branch}`;
const signIn = (password = testPassword) =>
  api.anonymous.post('/users/login', { email: 'branch@demo.test', password });
const change = (newPassword: string) =>
  api.as('branch').post('/users/password', { currentPassword: testPassword, newPassword });

describe('a sign-in in progress', () => {
  it.each([
    ['the owner changes the password', () => change(otherPassword)],
    ['an administrator sets another password', () => api.as('admin').put(path, { password: otherPassword })],
    ['the user is suspended', () => api.as('admin').put(path, { isActive: false })],
  ])('opens no session if %s concurrently', async (_, concurrentWrite) => {
    const call = await gate.startCall(() => signIn());
    expect((await concurrentWrite()).status).toBeLessThan(300);
    const response = await call.finish();
    expect([response.status, response.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const sessions = await api.db.read
      .selectFrom('sessions')
      .select('ip')
      .where('userId', '=', ids.users.branch)
      .where('userAgent', '!=', 'test')
      .execute();
    expect(sessions).toEqual([]);
  });

  it('gets the permissions that apply when the session is stored', async () => {
    const call = await gate.startCall(() => signIn());
    await api.as('master').put(path, { allowedPages: ['branch-order/wastage'] });
    expect((await call.finish()).body).toMatchObject({ allowedPages: ['branch-order/wastage'] });
  });

  it("isn't blocked by a concurrent name change", async () => {
    const call = await gate.startCall(() => signIn());
    await api.as('admin').put(path, { name: 'Another name' });
    expect((await call.finish()).body).toMatchObject({ name: 'Another name', token: expect.any(String) });
  });
});

describe('a password change in progress', () => {
  it("doesn't overwrite a password set by an administrator", async () => {
    const call = await gate.startCall(() => change(thiefPassword));
    await api.as('admin').put(path, { password: otherPassword });
    expect((await call.finish()).status).toBe(401);
    expect((await signIn(thiefPassword)).status).toBe(401);
    expect((await signIn(otherPassword)).status).toBe(200);
  });

  it.each([
    ['suspended', () => api.as('admin').put(path, { isActive: false })],
    ['signed out by an administrator', () => api.as('admin').delete(`${path}/sessions`)],
    ['signed out by themselves', () => api.as('branch').post('/users/logout')],
  ])('changes nothing for a user who is %s', async (_, concurrentWrite) => {
    const call = await gate.startCall(() => change(thiefPassword));
    expect((await concurrentWrite()).status).toBeLessThan(300);
    expect((await call.finish()).status).toBe(401);
    await api.as('admin').put(path, { isActive: true });
    expect((await signIn(thiefPassword)).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('applies one of two concurrent changes; the other gets "wrong current password"', async () => {
    const phone = await api.signIn(ids.users.branch);
    const passwordChange = { currentPassword: testPassword, newPassword: thiefPassword };
    const first = await gate.startCall(() => phone.post('/users/password', passwordChange));
    expect((await change(otherPassword)).status).toBe(204);
    expect((await first.finish()).status).toBe(401);
    expect((await signIn(otherPassword)).status).toBe(200);
  });
});

describe('with concurrent requests in any order', () => {
  it('no session opened with the old password survives the change', async () => {
    const calls = [
      ...Array.from({ length: 12 }, () => signIn()),
      api.as('admin').put(path, { password: otherPassword }),
      ...Array.from({ length: 8 }, (_, n) => change(`thief number ${n} of 8`)),
    ];
    await Promise.all(calls);
    const sessions = await api.db.read
      .selectFrom('sessions')
      .select('sessionId')
      .where('userId', '=', ids.users.branch)
      .execute();
    api.clock.advance(15 * 60_000);
    const isReset = (await signIn(otherPassword)).status === 200;
    // A change before the administrator's is overwritten by it, and all sessions end; a later one fails.
    expect([isReset, sessions.length]).toEqual([true, 0]);
  });
});

describe('guesses of the current password', () => {
  const guess = (n: number) =>
    api.as('branch').post('/users/password', { currentPassword: `guess ${n}`, newPassword: otherPassword });

  it('are blocked after ten in 15 minutes, even concurrent ones or with the correct password', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(n)));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
    const late = await change(otherPassword);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '900']);
    // The user can still sign in, and other users aren't blocked.
    expect((await signIn()).status).toBe(200);
    expect(
      (await api.as('staff').post('/users/password', { currentPassword: 'x', newPassword: otherPassword }))
        .status,
    ).toBe(422);
    api.clock.advance(15 * 60_000);
    expect((await change(otherPassword)).status).toBe(204);
  });

  it('are cleared by the correct password', async () => {
    for (let n = 0; n < 9; n++) expect((await guess(n)).status).toBe(422);
    expect((await change(otherPassword)).status).toBe(204);
    for (let n = 0; n < 9; n++) expect((await guess(n)).status).toBe(422);
  });

  it("the limit can't be bypassed: user managers can't set their own password", async () => {
    const ownChange = await api.as('admin').put(`/users/${ids.users.admin}`, { password: otherPassword });
    expect([ownChange.status, Object.keys(ownChange.body.fields)]).toEqual([422, ['password']]);
  });

  it('the new password must differ', async () => {
    const response = await change(testPassword);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['newPassword']]);
  });
});

describe('a request in progress', () => {
  /** Starts an authorized request whose body is sent only when the test calls `finish`. */
  async function callSlowly(method: string, target: string, body: unknown, token: string | null) {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    let finish = () => {};
    let reached = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const pullChunk = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      reached();
      await finished;
      controller.enqueue(bytes);
      controller.close();
    };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const stream = new ReadableStream({ pull: pullChunk }, { highWaterMark: 0 });
    const response = api.app.request(`/api${target}`, {
      method,
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit);
    await isReached;
    return {
      finish() {
        finish();
        return response;
      },
    };
  }

  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const viewOnly = { canCreate: false, canEdit: false, canDelete: false, canView: true };

  it.each([
    ['suspended', () => api.as('admin').put(path, { isActive: false }), 401],
    ['signed out', () => api.as('admin').delete(`${path}/sessions`), 401],
    ['without the flag', () => api.as('admin').put(path, { permissions: viewOnly }), 403],
    ['without the page', () => api.as('admin').put(path, { allowedPages: ['branch-settings'] }), 403],
    ['of another role', () => api.as('admin').put(path, { role: 'custom_role_ck' }), 403],
  ])('does nothing for a user who is %s by the time its body arrives', async (_, concurrentWrite, status) => {
    const call = await callSlowly('POST', '/orders', order, api.as('branch').token);
    expect((await concurrentWrite()).status).toBeLessThan(300);
    expect((await call.finish()).status).toBe(status);
    expect(await api.db.read.selectFrom('orders').select('_id').execute()).toEqual([]);
  });

  it("doesn't reach rows of a location the user has lost", async () => {
    const created = await api.as('branch').post('/orders', order);
    const call = await callSlowly(
      'PATCH',
      `/orders/${created.body._id}`,
      { notes: 'mine' },
      api.as('branch').token,
    );
    await api.as('admin').put(path, { branches: [ids.branch2] });
    expect((await call.finish()).status).toBe(404);
  });
});
