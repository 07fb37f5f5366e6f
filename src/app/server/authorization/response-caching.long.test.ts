import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#app/server/routes.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createMatrixRows, type MatrixRows } from './matrix-rows.ts';

/**
 * On a shared device, the next user must not get a response cached for the previous one, and neither proxies
 * nor browsers may cache responses. Tested on every read route.
 */
let api: TestApp;
let rows: MatrixRows;
/** The same users in a second session. */
const secondSessions: Partial<Record<TestUser, TestClient>> = {};
beforeAll(async () => {
  api = await createTestApp();
  rows = await createMatrixRows(api);
  for (const user of users) secondSessions[user] = await api.signIn(ids.users[user]);
});
afterAll(() => api.close());

const users: readonly TestUser[] = ['admin', 'branch', 'branch2', 'kitchen', 'viewer'];
const reads = routes.filter(({ method, path }) => method === 'get' && path !== '/events');
const publicReads = new Set(['/openapi.json', '/docs']);
const suggestions = `?branch=${ids.branch1}&deliveryDate=2026-03-06`;

const listAddresses = (path: string, collection: string) => {
  if (path.includes(':id'))
    return [path.replace(':id', (rows[path.split('/')[1] ?? ''] ?? rows[collection])?.own ?? 'missing')];
  return path === '/orders/suggestions' ? [path + suggestions] : [path, `${path}?view=compact`];
};

describe.each(reads.map((route) => [route.path, route] as const))('GET %s', (path, { access }) => {
  const getAddresses = () => listAddresses(path, access.kind === 'collection' ? access.collection : '');

  it('is not cached by proxies or browsers', async () => {
    for (const address of getAddresses())
      for (const method of ['GET', 'HEAD'])
        for (const client of [api.as('branch'), api.anonymous]) {
          const { headers } = await client.send(method, address);
          if (publicReads.has(path)) continue;
          expect([address, headers.get('cache-control')]).toEqual([address, 'no-store']);
          expect([address, headers.get('vary')]).toEqual([address, 'authorization, accept-language']);
        }
  });

  it('returns 304 only to the same session, language and query', async () => {
    for (const address of getAddresses()) {
      for (const [index, user] of users.entries()) {
        const fetchAs = (client: TestClient, path: string, headers = {}) =>
          client.get(path, { 'accept-language': 'en', ...headers });
        const first = await fetchAs(api.as(user), address);
        const etag = first.headers.get('etag');
        if (first.status !== 200 || etag === null) continue;
        const conditional = { 'if-none-match': `"other", W/${etag}, ${etag}` };
        const others = [
          await fetchAs(api.as(users[(index + 1) % users.length] ?? user), address, conditional),
          await fetchAs(secondSessions[user] ?? api.anonymous, address, conditional),
          await fetchAs(api.as(user), address, { ...conditional, 'accept-language': 'ar' }),
          await fetchAs(api.as(user), `${address}${address.includes('?') ? '&' : '?'}limit=7`, conditional),
        ];
        expect([address, user, others.map(({ status }) => status)]).toEqual([
          address,
          user,
          others.map(({ status }) => (status === 304 ? 'not 304' : status)),
        ]);
      }
    }
  });
});

it('returns 304 to the same session if nothing has changed, but not after its rights have changed', async () => {
  const fetchLevels = (headers = {}) => api.as('branch').get('/item-levels?view=compact', headers);
  const first = await fetchLevels();
  const conditional = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect(first.body.length).toBeGreaterThan(0);
  expect((await fetchLevels(conditional)).status).toBe(304);
  await api.as('admin').put(`/item-levels/${ids.levels(1, 1)}`, { par: 4_000 });
  expect((await fetchLevels(conditional)).status, "another branch's level").toBe(304);
  await api.as('admin').put(`/users/${ids.users.branch}`, { branches: [ids.branch2] });
  const moved = await fetchLevels(conditional);
  expect([moved.status, moved.text.includes(ids.levels(0, 0))]).toEqual([200, false]);
});
