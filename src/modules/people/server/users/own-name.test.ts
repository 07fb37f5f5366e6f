import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const path = '/users/profile';
const viewer = () => api.as('viewer');

it('lets users change their own name, once per key, with an audit row', async () => {
  const before = await viewer().get(path);
  const tag = before.headers.get('etag') ?? '';
  expect(tag).toBe(`"${before.body.version}"`);
  const headers = { 'if-match': tag, 'idempotency-key': 'own-name' };
  const changed = await viewer().patch(path, { name: '  Ana María  ' }, headers);
  expect([changed.status, changed.headers.get('etag')]).toEqual([200, `"${before.body.version + 1}"`]);
  expect(changed.body).toEqual({ ...before.body, name: 'Ana María', version: before.body.version + 1 });
  const repeated = await viewer().patch(path, { name: '  Ana María  ' }, headers);
  expect([repeated.status, repeated.text]).toEqual([200, changed.text]);
  const history = await api.as('admin').get(`/users/${ids.users.viewer}/history`);
  expect(history.body).toHaveLength(1);
  expect(history.body[0]).toMatchObject({
    userName: 'Test viewer',
    action: 'edit',
    after: { name: 'Ana María' },
  });
});

it('rejects an outdated version and returns the current row', async () => {
  const late = await viewer().patch(path, { name: 'Late' }, { 'if-match': '"1"' });
  expect([late.status, late.body.code, late.body.details.current.name]).toEqual([
    412,
    'STALE_VERSION',
    'Ana María',
  ]);
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(121) }, 'name'],
  [{}, 'name'],
  [{ name: 'Me', role: 'admin' }, 'role'],
  [{ name: 'Me', isMasterAdmin: true }, 'isMasterAdmin'],
  [{ name: 'Me', allowedPages: ['*'] }, 'allowedPages'],
  [
    { name: 'Me', permissions: { canCreate: true, canEdit: true, canDelete: true, canView: true } },
    'permissions',
  ],
  [{ name: 'Me', branches: [ids.branch2] }, 'branches'],
  [{ name: 'Me', email: 'me@demo.test' }, 'email'],
])('rejects %j', async (body, field) => {
  const response = await viewer().patch(path, body);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  expect((await viewer().get(path)).body.name).toBe('Ana María');
});

it('requires a session', async () => {
  expect((await api.anonymous.patch(path, { name: 'Nobody' })).status).toBe(401);
});
