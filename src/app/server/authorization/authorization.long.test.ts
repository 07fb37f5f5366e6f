import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#platform/server/http/route.ts';
import { hashToken } from '#platform/server/http/tokens.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { allowedUsers, type MatrixUser } from './allowed-users.ts';
import { expectedAccess } from './expected-access.ts';
import { type MatrixRows, createMatrixRows } from './matrix-rows.ts';
import { expectedVisibility } from './expected-visibility.ts';

const users: readonly MatrixUser[] = [
  'master',
  'admin',
  'branch',
  'staff',
  'branch2',
  'kitchen',
  'viewer',
  'powerless',
];
const targets = ['own', 'other', 'missing'] as const;
const getRouteName = (route: Route) => `${route.method} ${route.path}`;

let api: TestApp;
let rows: MatrixRows;
let powerless: string;

beforeAll(async () => {
  api = await createTestApp();
  rows = await createMatrixRows(api);
  const noFlags = { canCreate: false, canEdit: false, canDelete: false, canView: false };
  const person = {
    name: 'Powerless',
    email: 'none@demo.test',
    password: 'correct horse battery',
    role: 'admin',
    permissions: noFlags,
    allowedPages: ['*'],
  };
  powerless = (await api.as('admin').post('/users', person)).body._id;
});
afterAll(() => api.close());

/**
 * Returns the rows that a route addresses, by its path if possible: a price, for example, is protected as a
 * cost but addressed by its pack.
 */
const getTargetRows = (route: Route, collection: string) =>
  rows[route.path.split('/')[1] as keyof typeof rows] ?? rows[collection];
const getUserId = (user: MatrixUser) => (user === 'powerless' ? powerless : ids.users[user]);
const createToken = async (userId: string) => (await api.signIn(userId)).token;

/** Requests a route without changing anything, by sending an invalid body and a version that no row has. */
async function call(route: Route, token: string | null, id = 'missing'): Promise<number> {
  const response = await api.app.request(`/api${route.path.replace(':id', id).replace(':name', 'wastage')}`, {
    method: route.method.toUpperCase(),
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'if-match': '"999999"' },
    ...(['post', 'put', 'patch'].includes(route.method) && { body: '{' }),
  });
  await response.body?.cancel();
  return response.status;
}

function getExpectedStatus(
  route: Route,
  user: MatrixUser,
  target: (typeof targets)[number],
): 403 | 404 | 'allowed' {
  const [collection = '', flag = ''] = (expectedAccess[getRouteName(route)] ?? '').split(' ');
  if (flag === '') return route.path.includes(':id') ? 404 : 'allowed';
  if (route.path.includes(':id')) {
    if (target === 'missing') return 404;
    const visible = expectedVisibility[collection]?.[target];
    if (visible !== undefined && !visible.split(' ').includes(user)) return 404;
  }
  if (!allowedUsers[collection]?.[flag]?.split(' ').includes(user)) return 403;
  // Sub-resources are requested with an id that doesn't exist.
  return /:id\/.*:/.test(route.path) ? 404 : 'allowed';
}

const toOutcome = (status: number) =>
  status === 401 || status === 403 || status === 404 || status >= 500 ? status : 'allowed';

it('the access table lists exactly the registered routes', () => {
  const table = routes.map((route) => {
    const { access } = route;
    return [
      getRouteName(route),
      access.kind === 'collection' ? `${access.collection} ${access.flag}` : access.kind,
    ];
  });
  expect(Object.fromEntries(table)).toEqual(expectedAccess);
  expect(table).toHaveLength(Object.keys(expectedAccess).length);
  const registered = api.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace('/api', '')}`);
  expect(registered.toSorted()).toEqual(Object.keys(expectedAccess).toSorted());
});

describe.each(routes.map((route) => [getRouteName(route), route] as const))('%s', (_, route) => {
  const isPublic = route.access.kind === 'public';

  it('rejects a missing or ended session', async () => {
    const expired = await createToken(ids.users.admin);
    await api.db.writer
      .updateTable('sessions')
      .set({ expiresAt: api.clock.now().toISOString() })
      .where('tokenHash', '=', await hashToken(expired ?? ''))
      .execute();
    const revoked = await api.signIn(ids.users.admin);
    await revoked.post('/users/logout');
    const suspended = await createToken(powerless);
    await api.db.writer.updateTable('users').set({ isActive: 0 }).where('_id', '=', powerless).execute();
    const statuses = [
      await call(route, null),
      await call(route, expired),
      await call(route, revoked.token),
      await call(route, suspended),
    ];
    await api.db.writer.updateTable('users').set({ isActive: 1 }).where('_id', '=', powerless).execute();
    expect(statuses.map((status) => status === 401)).toEqual(statuses.map(() => !isPublic));
  });

  if (isPublic) return;
  const collection = route.access.kind === 'collection' ? route.access.collection : '';

  it('admits the users in the table and rejects others with 404 or 403', async () => {
    const actual: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const user of users) {
      for (const target of route.path.includes(':id') ? targets : (['missing'] as const)) {
        const id =
          target === 'missing' ? 'missing' : (getTargetRows(route, collection)?.[target] ?? 'missing');
        actual[`${user} ${target}`] = toOutcome(await call(route, await createToken(getUserId(user)), id));
        expected[`${user} ${target}`] = getExpectedStatus(route, user, target);
      }
    }
    expect(actual).toEqual(expected);
  });
});

describe('flags and pages', () => {
  const page = 'procurements/settings/supplier';
  /** Page lists with and without the suppliers' page; an empty list falls back to canView. */
  const pageLists: readonly (readonly [string[], 'yes' | 'no' | 'canView'])[] = [
    [[], 'canView'],
    [['*'], 'yes'],
    [[page], 'yes'],
    [[`/${page}`], 'yes'],
    [['procurements/settings'], 'yes'],
    [['procurements'], 'yes'],
    [['procurements/settings/supp'], 'no'],
    [[`${page}s`], 'no'],
    [[`${page}/more`], 'no'],
    [['inventory'], 'no'],
  ];
  const findRoute = (name: string) => routes.find((route) => getRouteName(route) === name) as Route;
  const requirements = [
    ['get /suppliers', 'canView', 'anywhere'],
    ['post /suppliers', 'canCreate', 'page'],
    ['put /suppliers/:id', 'canEdit', 'page'],
    ['delete /suppliers/:id', 'canDelete', 'page'],
  ] as const;

  it.each(pageLists)('of %j are checked together, in every combination', async (allowedPages, pageAccess) => {
    const token = await createToken(powerless);
    for (let bits = 0; bits < 16; bits++) {
      const flags = {
        canView: bits & 1,
        canCreate: (bits >> 1) & 1,
        canEdit: (bits >> 2) & 1,
        canDelete: (bits >> 3) & 1,
      };
      const set = { ...flags, allowedPages: JSON.stringify(allowedPages) };
      await api.db.writer
        .updateTable('users')
        .set(set as never)
        .where('_id', '=', powerless)
        .execute();
      const isOpen = pageAccess === 'yes' || (pageAccess === 'canView' && flags.canView === 1);
      for (const [name, flag, scope] of requirements) {
        const isAllowed = flags[flag] === 1 && (scope === 'anywhere' || isOpen);
        const status = await call(findRoute(name), token, rows['suppliers']?.own);
        expect([name, flags, toOutcome(status)]).toEqual([name, flags, isAllowed ? 'allowed' : 403]);
      }
    }
  });
});

describe('other access paths', () => {
  const variants = [
    '//users',
    '/users/',
    '/users//',
    '/USERS',
    '/%75sers',
    '/users%2F',
    '/users%00',
    '/./users',
    '/branch/../users',
    '/branch/..%2Fusers',
    '/users;a=b',
    '/users?',
    '/users#x',
    '/users.json',
    '/%2e/users',
    '\\users',
  ];

  it.each(variants)('%s gives no access to users', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const response = await api.app.request(`http://localhost/api${path}`, {
        method,
        headers: { authorization: `Bearer ${api.as('branch').token}` },
      });
      expect([method, response.status >= 400 && response.status < 500]).toEqual([method, true]);
    }
  });

  const lists = routes.filter(
    ({ method, path, access }) => method === 'get' && !path.includes(':') && access.kind === 'collection',
  );

  it.each(lists.map((route) => [route.path]))(
    'GET %s never shows a branch another branch’s rows, whatever the parameters',
    async (path) => {
      const secrets = Object.keys(expectedVisibility).map((collection) => rows[collection]?.other as string);
      const queries = [
        'limit=500',
        'view=compact',
        'view=full',
        `branch=${ids.branch2}`,
        `branchId=${ids.branch2}`,
        `placeId=${ids.branch2}`,
        'q=ord',
        'sort=-createdAt',
      ];
      for (const query of queries) {
        const response = await api.as('branch').get(`${path}?${query}`);
        expect([query, response.status < 500]).toEqual([query, true]);
        expect(secrets.filter((secret) => response.text.includes(secret))).toEqual([]);
      }
    },
  );

  it('counts only rows in scope', async () => {
    const countOrders = async (user: 'branch' | 'branch2' | 'kitchen' | 'admin') =>
      (await api.as(user).get('/orders')).body.total;
    expect([
      await countOrders('branch'),
      await countOrders('branch2'),
      await countOrders('kitchen'),
      await countOrders('admin'),
    ]).toEqual([1, 1, 1, 2]);
  });
});
