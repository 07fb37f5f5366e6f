import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { routes } from '#app/server/routes.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const noFlags = { canCreate: false, canEdit: false, canDelete: false, canView: false };
const allFlags = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const path = (user: keyof typeof ids.users) => `/users/${ids.users[user]}`;

/** Opens the event stream of the branch user, and reads until it is idle. */
async function listen() {
  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${api.as('branch').token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => {
    const { value, done } = await reader.read();
    return done ? null : new TextDecoder().decode(value);
  };
  expect(await read()).toContain('event: ready');
  // On PostgreSQL the listening connection opens in the background; the first event confirms it.
  const first = read();
  for (;;) {
    await api.as('admin').post('/brands', { name: `Brand ${Math.random()}` });
    const received = await Promise.race([first, new Promise<undefined>((done) => setTimeout(done, 100))]);
    if (received !== undefined) break;
  }
  return { read, cancel: () => reader.cancel() };
}

/** Reads until the stream ends or contains the text. */
async function readUntil(read: () => Promise<string | null>, text: string): Promise<string> {
  let received = '';
  for (;;) {
    const next = await read();
    if (next === null) return `${received}(ended)`;
    received += next;
    if (received.includes(text)) return received;
  }
}

describe('an open event stream', () => {
  it.each([
    ['suspension', () => api.as('admin').put(path('branch'), { isActive: false })],
    ['a new password', () => api.as('admin').put(path('branch'), { password: 'another-one-entirely' })],
    ['ended sessions', () => api.as('admin').delete(`${path('branch')}/sessions`)],
  ])('ends immediately with %s', async (_, change) => {
    const { read } = await listen();
    expect((await change()).status).toBeLessThan(300);
    expect(await readUntil(read, 'no such text')).toMatch(/\(ended\)$/);
  });

  it("reports the user's own permissions, and nothing the user can no longer see", async () => {
    const { read, cancel } = await listen();
    await api.as('master').put(path('branch'), { permissions: noFlags });
    expect(await readUntil(read, ids.users.branch)).toContain('"collection":"users"');
    await api.as('admin').post('/brands', { name: 'Unseen' });
    await api.as('master').put(path('branch'), { name: 'Another name' });
    expect(await readUntil(read, ids.users.branch)).not.toContain('"collection":"brands"');
    await cancel();
  });
});

describe('no one grants more than they have', () => {
  it('every request that writes users, roles or permissions is covered by a test', () => {
    const writingRoutes = routes
      .filter(({ method, access, path: address }) => {
        const written = access.kind === 'collection' ? access.collection : '';
        return (
          method !== 'get' && (['users', 'roles'].includes(written) || /^\/(users|roles)\b/.test(address))
        );
      })
      .map(({ method, path: address }) => `${method} ${address}`);
    // Each of these is tested below or in users.test.ts, apply.test.ts and sessions*.test.ts; new ones must
    // be as well.
    expect(writingRoutes.toSorted()).toEqual([
      'delete /roles/:id',
      'delete /users/:id',
      'delete /users/:id/sessions',
      'delete /users/sessions',
      'delete /users/sessions/:id',
      'patch /users/profile',
      'post /roles',
      'post /roles/:id/apply',
      'post /users',
      'post /users/:id/responsibilities',
      'post /users/login',
      'post /users/logout',
      'post /users/password',
      'post /users/register',
      'put /roles/:id',
      'put /users/:id',
    ]);
  });

  it('not by registration, through a role, by changing their own profile, or with an undefined method', async () => {
    const fewerFlags = { ...allFlags, canDelete: false };
    await api.as('master').put(path('viewer'), {
      role: 'admin',
      permissions: fewerFlags,
      allowedPages: ['user', 'roles'],
    });
    const clerk = api.as('viewer');
    const person = { name: 'New', email: 'new@demo.test', password: 'correct horse battery', role: 'admin' };
    const roles = (await clerk.get('/roles')).body as { _id: string; key: string }[];
    const role = `/roles/${roles.find(({ key }) => key === 'custom_role_sk')?._id}`;
    const forbidden = [
      clerk.post('/users/register', { ...person, permissions: allFlags, allowedPages: ['user'] }),
      clerk.post('/users/register', { ...person, permissions: fewerFlags, allowedPages: ['*'] }),
      clerk.post('/users/register', {
        ...person,
        permissions: fewerFlags,
        allowedPages: [],
        isMasterAdmin: true,
      }),
      clerk.put(path('viewer'), { permissions: allFlags }),
      clerk.put(path('viewer'), { allowedPages: ['*'] }),
      clerk.put(path('viewer'), { isMasterAdmin: true }),
      clerk.put(path('viewer'), { role: 'master_admin' }),
      clerk.post('/roles', { key: 'more', label: 'More', permissions: allFlags, allowedPages: ['user'] }),
      clerk.put(role, { permissions: allFlags }),
      clerk.put(role, { allowedPages: ['*'] }),
      clerk.delete(`${path('master')}/sessions`),
    ];
    for (const response of await Promise.all(forbidden)) expect(response.status).toBe(403);
    expect((await clerk.send('PATCH', path('viewer'), { permissions: allFlags })).status).toBe(404);
    expect((await clerk.post('/users/archive', { ids: [ids.users.branch], isActive: false })).status).toBe(
      404,
    );
    expect((await clerk.post('/imports', { kind: 'users', rows: [] })).status).not.toBe(200);
    const userBefore = (await api.as('master').get(path('viewer'))).body;
    expect(userBefore).toMatchObject({
      permissions: fewerFlags,
      allowedPages: ['user', 'roles'],
      role: 'admin',
    });
  });
});

describe('concurrent changes', () => {
  const createSecondMaster = async () => {
    const created = await api.as('master').post('/users', {
      name: 'Second master',
      email: 'second@demo.test',
      password: 'correct horse battery',
      role: 'master_admin',
      isMasterAdmin: true,
    });
    return { id: created.body._id as string, client: await api.signIn(created.body._id) };
  };
  const loadMasters = async () =>
    ((await api.as('admin').get('/users?isMasterAdmin=true&active=true')).body as unknown[]).length;

  it.each([
    ['demote', { isMasterAdmin: false }],
    ['suspend', { isActive: false }],
  ])('two master admins who %s each other leave one', async (_, change) => {
    const other = await createSecondMaster();
    const responses = await Promise.all([
      api.as('master').put(`/users/${other.id}`, change),
      other.client.put(path('master'), change),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await loadMasters()).toBe(1);
  });

  it('six master admins who give up their permission leave one', async () => {
    const others = [];
    for (let n = 0; n < 5; n++) {
      const created = await api.as('master').post('/users', {
        name: `Master ${n}`,
        email: `master${n}@demo.test`,
        password: 'correct horse battery',
        role: 'master_admin',
        isMasterAdmin: true,
      });
      others.push({ id: created.body._id as string, client: await api.signIn(created.body._id) });
    }
    const masters = [{ id: ids.users.master, client: api.as('master') }, ...others];
    const responses = await Promise.all(
      masters.map(({ id, client }) => client.put(`/users/${id}`, { isMasterAdmin: false })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await loadMasters()).toBe(1);
  });

  it("a permission revoked while a request waits can't be granted by it", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const write: typeof api.db.write = async (work) => {
      await gate;
      return api.db.write(work);
    };
    const late = await createTestApp({ db: { ...api.db, write }, isEmpty: true });
    const body = { name: 'Late', email: 'late@demo.test', password: 'correct horse battery', role: 'admin' };
    const request = late.app.request('/api/users', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.as('admin').token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, permissions: allFlags, allowedPages: ['user'] }),
    });
    await api.as('master').put(path('admin'), { permissions: { ...allFlags, canDelete: false } });
    open();
    expect((await request).status).toBe(403);
  });
});
