import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const path = `/users/${ids.users.branch}/sessions`;
const getProfileStatus = async (client: { get(path: string): Promise<{ status: number }> }) =>
  (await client.get('/users/profile')).status;

describe("a user's sessions", () => {
  it('are visible, without tokens, to users with access to users', async () => {
    await api.signIn(ids.users.branch);
    const list = await api.as('admin').get(path);
    expect(list.body).toHaveLength(2);
    expect(list.body[0]).toEqual({
      _id: expect.any(String),
      createdAt: api.clock.now().toISOString(),
      lastSeenAt: api.clock.now().toISOString(),
      expiresAt: expect.any(String),
      ip: '203.0.113.7',
      userAgent: 'test',
      isCurrent: false,
    });
    expect((await api.as('kitchen').get(path)).status).toBe(404);
    expect((await api.as('admin').get('/users/nobody/sessions')).status).toBe(404);
  });

  it('can be ended individually or all at once, from the next request', async () => {
    const phone = await api.signIn(ids.users.branch);
    const [newest] = (await api.as('admin').get(path)).body;
    expect((await api.as('admin').delete(`${path}?session=${newest._id}`)).status).toBe(204);
    expect([await getProfileStatus(phone), await getProfileStatus(api.as('branch'))]).toEqual([401, 200]);
    expect((await api.as('admin').delete(path)).status).toBe(204);
    expect(await getProfileStatus(api.as('branch'))).toBe(401);
    const rows = (await api.as('admin').get(`/audit?entityId=${ids.users.branch}`)).body;
    expect(rows.map(({ action, after }: Record<string, unknown>) => [action, after])).toEqual([
      ['end sessions', { sessions: 1 }],
      ['end sessions', { session: newest._id }],
    ]);
  });

  it("can't be ended without permission to edit, by users with fewer permissions, or for an outdated version", async () => {
    expect((await api.as('viewer').delete(path)).status).toBe(403);
    const admin = `/users/${ids.users.master}/sessions`;
    expect((await api.as('admin').delete(admin)).status).toBe(403);
    expect((await api.as('admin').delete(path, { 'if-match': '"7"' })).status).toBe(412);
    expect(await getProfileStatus(api.as('branch'))).toBe(200);
  });

  it("can't be ended through a different user's path", async () => {
    const [ownSession] = (await api.as('branch2').get('/users/sessions')).body;
    expect((await api.as('admin').delete(`${path}?session=${ownSession._id}`)).status).toBe(204);
    expect(await getProfileStatus(api.as('branch2'))).toBe(200);
  });
});

describe("a user's own sessions", () => {
  it('all end except the current one', async () => {
    const phone = await api.signIn(ids.users.branch);
    expect((await api.as('branch').delete('/users/sessions')).status).toBe(204);
    expect([await getProfileStatus(phone), await getProfileStatus(api.as('branch'))]).toEqual([401, 200]);
    expect((await api.as('branch').delete('/users/sessions/nothing')).status).toBe(404);
  });

  it('show when they were last used, to within five minutes', async () => {
    const loadLastSeen = async () => (await api.as('admin').get(path)).body[0].lastSeenAt;
    const signedInAt = await loadLastSeen();
    api.clock.advance(4 * 60_000);
    await api.as('branch').get('/users/profile');
    expect(await loadLastSeen()).toBe(signedInAt);
    api.clock.advance(60_000);
    await api.as('branch').get('/users/profile');
    await expect.poll(loadLastSeen).toBe(api.clock.now().toISOString());
  });
});

describe('a changed user', () => {
  const noFlags = { canCreate: false, canEdit: false, canDelete: false, canView: false };

  it.each([
    ['suspension', { isActive: false }, 401],
    ['a new password', { password: 'another-one-entirely' }, 401],
    ['different flags', { permissions: noFlags }, 403],
    ['different pages', { allowedPages: ['gallery'] }, 403],
    ['another location', { branches: [ids.branch2] }, 404],
    ['another role', { role: 'custom_role_ck', branches: [], kitchens: [ids.kitchen] }, 404],
  ])('%s applies to the next request in every process', async (_, change, status) => {
    const other = await createTestApp({ db: api.db, isEmpty: true });
    const items = [{ itemId: ids.items.flour, orderQty: 1 }];
    const created = await api.as('branch').post('/orders', { deliveryDate: '2026-03-06', items });
    const read = () =>
      other.app.request(`/api/orders/${created.body._id}`, {
        headers: { authorization: `Bearer ${api.as('branch').token}` },
      });
    expect((await read()).status).toBe(200);
    expect((await api.as('master').put(`/users/${ids.users.branch}`, change)).status).toBe(200);
    expect((await read()).status).toBe(status);
  });
});
