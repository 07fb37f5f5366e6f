import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionAccess, pageCollections } from '#core/collections.ts';
import { getRightsOnPage } from '#core/page-rights.ts';
import { type Actor, permissionFlags, hasAllLocations } from '#core/permissions.ts';
import type { RouteAccess, Route } from '#platform/server/http/route.ts';
import { routes } from '#app/server/routes.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createSauceRecipe, createSupplier } from '#app/server/testing/document-samples.ts';
import { ids } from '#app/server/testing/ids.ts';
import { receiveStock } from '#app/server/testing/orders.ts';
import { type MatrixRows, createMatrixRows } from './matrix-rows.ts';

/**
 * Custom roles allow exactly what their preview shows: access depends on flags, pages and locations, not on
 * the role's name.
 */
let api: TestApp;
let rows: MatrixRows;
let secondKitchen = '';

type Rights = Pick<Actor, 'permissions' | 'allowedPages' | 'branches' | 'kitchens'>;

async function sendOk(as: TestClient, method: string, path: string, body: unknown, status = [200, 201]) {
  const response = await as.send(method, path, body);
  expect([method, path, status.includes(response.status), response.text]).toEqual([
    method,
    path,
    true,
    response.text,
  ]);
  return response.body;
}

/** Creates a custom role and a user with it. */
async function createUserWithRole(
  key: string,
  rights: Rights,
): Promise<{ client: TestClient; actor: Actor }> {
  const { permissions, allowedPages } = rights;
  await sendOk(api.as('master'), 'POST', '/roles', { key, label: key, permissions, allowedPages });
  const person = { name: key, email: `${key}@roles.test`, role: key, ...rights };
  const { _id } = await sendOk(api.as('master'), 'POST', '/users', {
    ...person,
    password: 'walnut-harbour',
  });
  return { client: await api.signIn(_id), actor: { ...person, _id, isMasterAdmin: false } };
}

async function setUp(): Promise<void> {
  api = await createTestApp();
  const kitchen = { code: 'CK2', name: 'Second Kitchen', type: 'central_kitchen', timezone: 'UTC' };
  secondKitchen = (await sendOk(api.as('master'), 'POST', '/branch', kitchen))._id;
}

async function tearDown(): Promise<void> {
  expect(api.errors).toEqual([]);
  await api.close();
}

/** Returns whether the preview of a user's pages shows a right. */
function isShown(actor: Actor, access: RouteAccess & { kind: 'collection' }): boolean {
  const shown = pageCollections.flatMap(({ page }) => getRightsOnPage(actor, `/${page}`).collections);
  const requiredFlags =
    access.flag === 'anyWrite' ? permissionFlags.filter((flag) => flag !== 'canView') : [access.flag];
  const isListed = shown.some(
    ({ collection, flags }) =>
      collection === access.collection && requiredFlags.some((flag) => flags.includes(flag)),
  );
  const isReference = access.flag === 'canView' && collectionAccess[access.collection] === 'reference';
  const isAnywhere = isReference && actor.permissions.canView;
  return (isListed || isAnywhere) && (!access.needsAllLocations || hasAllLocations(actor));
}

/** Requests a route without changing anything, by sending an invalid body and a version that no row has. */
async function call({ method, path, access }: Route, client: TestClient): Promise<number> {
  const collection = access.kind === 'collection' ? access.collection : '';
  const id = (rows[path.split('/')[1] as keyof typeof rows] ?? rows[collection])?.own ?? 'missing';
  const response = await api.app.request(`/api${path.replace(':id', id).replace(':name', 'wastage')}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${client.token}`, 'if-match': '"999999"' },
    ...(['post', 'put', 'patch'].includes(method) && { body: '{' }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Returns a generator of deterministic numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function buildRandomRights(seed: number): Rights {
  const next = createRandom(seed * 7919 + 17);
  next();
  const withProbability = (share: number) => next() < share;
  const pages = pageCollections.map(({ page }) => page).filter(() => withProbability(0.08));
  return {
    permissions: {
      canView: withProbability(0.85),
      canCreate: withProbability(0.5),
      canEdit: withProbability(0.5),
      canDelete: withProbability(0.5),
    },
    allowedPages: seed % 6 === 0 ? ['*'] : seed % 6 === 1 ? [] : pages.length > 0 ? pages : ['inventory'],
    branches: withProbability(0.3) ? [ids.branch1] : [],
    kitchens: withProbability(0.3) ? [ids.kitchen, secondKitchen] : [],
  };
}

const guardedRoutes = routes.flatMap((route) =>
  route.access.kind === 'collection' ? [{ route, access: route.access }] : [],
);

describe('a role with random rights', () => {
  beforeAll(async () => {
    await setUp();
    rows = await createMatrixRows(api);
  }, 120_000);
  afterAll(tearDown);

  it.each(Array.from({ length: getCaseCount(12, { atLeast: 4 }) }, (_, seed) => [seed]))(
    'allows what its preview shows on every route (%i)',
    async (seed) => {
      const { client, actor } = await createUserWithRole(`random_${seed}`, buildRandomRights(seed));
      const [shown, allowed]: Record<string, boolean>[] = [{}, {}];
      for (const { route, access } of guardedRoutes) {
        const status = await call(route, client);
        // Rows of other locations return 404, and the row's status rules out some transitions regardless of
        // rights.
        const isRefused = status === 403 && isShown(actor, access);
        if (status === 404 || (isRefused && [403, 409].includes(await call(route, api.as('master')))))
          continue;
        const name = `${route.method} ${route.path}`;
        (shown as Record<string, boolean>)[name] = isShown(actor, access);
        (allowed as Record<string, boolean>)[name] = status !== 403;
      }
      expect(Object.keys(shown as object).length).toBeGreaterThan(100);
      expect(allowed).toEqual(shown);
    },
    60_000,
  );
});

const writes = { canCreate: true, canEdit: true, canDelete: false, canView: true };
const buildOrder = async (place: string) => ({
  place,
  supplier: await createSupplier(api),
  items: [{ itemId: ids.items.flour, qty: 2, price: 1.5 }],
});

describe('a custom role', () => {
  beforeAll(setUp, 120_000);
  afterAll(tearDown);

  it('buys, receives and enters invoices for all locations as a buyer without a location', async () => {
    const { client } = await createUserWithRole('buyer', {
      permissions: writes,
      allowedPages: ['inventory'],
      branches: [],
      kitchens: [],
    });
    for (const place of [ids.branch1, ids.branch2, ids.kitchen]) {
      const { _id, items } = await sendOk(client, 'POST', '/purchase-orders', await buildOrder(place));
      await sendOk(client, 'PATCH', `/purchase-orders/${_id}`, { status: 'Sent' });
      const receipt = { purchaseOrder: _id, items: [{ poLineId: items[0].lineId, qty: 2 }] };
      await sendOk(client, 'POST', '/goods-receipts', receipt);
      const invoice = { place, number: `B-${place}`, date: '2026-03-04', total: 3 };
      await sendOk(client, 'POST', '/supplier-invoices', { ...(await buildOrder(place)), ...invoice });
    }
    expect((await client.post('/wastage', { branch: ids.branch1 })).status).not.toBe(403);
    const missing = await client.put('/units/missing', {});
    expect(missing.status).toBe(404);
    const rejected = await client.post('/units', { name: 'Sack', symbol: 'sack' });
    expect([rejected.status, rejected.body.reason]).toEqual([403, 'page-missing']);
  });

  it('runs two kitchens, and no other location, as a manager with two kitchens', async () => {
    const { client } = await createUserWithRole('kitchen_manager', {
      permissions: writes,
      allowedPages: ['central-kitchen', 'production', 'inventory'],
      branches: [],
      kitchens: [ids.kitchen, secondKitchen],
    });
    await receiveStock(api, ids.kitchen, ids.items.flour, 100, 2);
    const { _id } = await sendOk(api.as('branch'), 'POST', '/orders', {
      deliveryDate: '2026-03-09',
      items: [{ itemId: ids.items.flour, orderQty: 1 }],
    });
    expect((await client.get(`/orders/${_id}`)).status).toBe(404);
    for (const status of ['Under Review', 'Sent to Central Kitchen'])
      await sendOk(api.as('branch'), 'PATCH', `/orders/${_id}`, { status });
    for (const status of ['Under Process', 'Shipped'])
      await sendOk(client, 'PATCH', `/orders/${_id}`, { status });
    const recipeId = await createSauceRecipe(api);
    for (const kitchen of [ids.kitchen, secondKitchen]) {
      const batch = { kitchen, recipeId, plannedQty: 10, plannedFor: '2026-03-09' };
      await sendOk(client, 'POST', '/production-batches', batch);
      await sendOk(client, 'POST', '/purchase-orders', await buildOrder(kitchen));
    }
    const rejected = await client.post('/purchase-orders', await buildOrder(ids.branch1));
    expect([rejected.status, rejected.body.reason]).toEqual([403, 'purchase-not-yours']);
    expect((await client.get('/purchase-orders?limit=500')).text).not.toContain(ids.branch1);
  });

  it('enters invoices and closes periods as an accountant', async () => {
    const { client } = await createUserWithRole('accountant', {
      permissions: writes,
      allowedPages: ['inventory', 'costing', 'branches', 'reports'],
      branches: [],
      kitchens: [],
    });
    const invoice = { number: 'A-1', date: '2026-03-04', total: 3 };
    await sendOk(client, 'POST', '/supplier-invoices', { ...(await buildOrder(ids.branch1)), ...invoice });
    expect((await client.get('/costing/journal?from=2026-01-01&to=2026-01-31')).status).toBe(200);
    await sendOk(client, 'PUT', '/settings', { booksClosedUntil: '2026-01-31' });
  });

  it('does not change shared settings for users assigned to specific locations', async () => {
    const { client } = await createUserWithRole('branch_manager', {
      permissions: { ...writes, canDelete: true },
      allowedPages: ['*'],
      branches: [ids.branch1],
      kitchens: [],
    });
    const layout = { columns: {} };
    for (const [method, path, body] of [
      ['PUT', '/sales/sources', { name: 'Till', layout }],
      ['PUT', '/sales/till-items', {}],
      ['PUT', '/settings', { booksClosedUntil: '2026-01-31' }],
      ['PUT', '/costing/settings', {}],
      ['PUT', '/transfers/prices', { prices: [] }],
    ] as const) {
      const rejected = await client.send(method, path, body);
      expect([path, rejected.status, rejected.body.reason]).toEqual([path, 403, 'locations-missing']);
    }
  });

  it('names the missing right', async () => {
    const { client } = await createUserWithRole('read_only', {
      permissions: { canCreate: false, canEdit: false, canDelete: false, canView: true },
      allowedPages: ['inventory'],
      branches: [],
      kitchens: [],
    });
    const rejected = await client.post('/purchase-orders', await buildOrder(ids.branch1));
    expect([rejected.status, rejected.body.reason, rejected.body.params]).toEqual([
      403,
      'permission-missing',
      { operation: 'create', records: 'purchase orders' },
    ]);
    expect(rejected.body.error).toMatch(/because your role doesn’t allow it\. Ask a user administrator/);
  });
});
