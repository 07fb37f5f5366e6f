import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '#modules/documents/server/registry.ts';
import type { Route } from '#platform/server/http/route.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { createMatrixRows } from './matrix-rows.ts';
import { expectedVisibility } from './expected-visibility.ts';

/**
 * No response contains the id or number of a row that the user may not see, even embedded in a visible row. A
 * row of every kind is created for each of two branches, and every user from whom one is hidden requests
 * every read route for the visible rows.
 */
const users = ['branch', 'staff', 'branch2', 'kitchen'] as const;
type User = (typeof users)[number];

interface SampleRow {
  collection: string;
  id: string;
  number: string | null;
  viewers: readonly string[];
}

let api: TestApp;
const sampleRows: SampleRow[] = [];
const day = '2026-03-06';

const reads = routes.filter(
  ({ method, path, access }) => method === 'get' && access.kind !== 'public' && path !== '/events',
);

async function addSampleRow(collection: string, id: string, viewers: string): Promise<void> {
  const document = documents.find((kind) => kind.collection === collection);
  const row = document
    ? await api.db.read
        .selectFrom(document.table as 'orders')
        .select(document.number as 'orderNo')
        .where('_id', '=', id)
        .executeTakeFirst()
    : undefined;
  const number = Object.values(row ?? {})[0] ?? null;
  sampleRows.push({ collection, id, number, viewers: viewers.split(' ') });
}

beforeAll(async () => {
  api = await createTestApp();
  const rows = await createMatrixRows(api);
  // Discrepancies need a shipped order, not a draft.
  const shipped = await createOrderInStatus(api, 'Received', {
    branch: ids.branch2,
    items: [{ itemId: ids.items.milk, orderQty: 1 }],
  });
  const { _id: orderId, orderNo } = shipped.header;
  await api.db.writer
    .updateTable('discrepancies')
    .set({ orderId, orderNo, lineId: shipped.lines[0]?.lineId ?? '' })
    .where('_id', '=', rows['discrepancies']?.other ?? '')
    .execute();
  for (const [collection, { own, other }] of Object.entries(expectedVisibility)) {
    const row = rows[collection === 'reports' ? 'report-views' : collection];
    // Shared rows don't belong to a branch.
    if (!row || row.own === row.other) continue;
    await addSampleRow(collection, row.own, own);
    await addSampleRow(collection, row.other, other);
  }
  // In addition to the order that reached the kitchen: a draft and an order under review for the same branch
  // and day.
  for (const status of [null, 'Under Review']) {
    const items = [{ itemId: ids.items.flour, orderQty: 1 }];
    const created = await api.as('branch').post('/orders', { deliveryDate: day, items });
    expect(created.status, created.text).toBe(201);
    if (status) await api.as('branch').patch(`/orders/${created.body._id}`, { status });
    await addSampleRow('orders', created.body._id, 'branch staff');
  }
}, 120_000);
afterAll(() => api.close());

const canSeeRow = (user: User, { viewers }: SampleRow) => viewers.includes(user);

const queries = [
  '?limit=500',
  '?view=compact',
  '?view=full',
  `?branch=${ids.branch1}&deliveryDate=${day}`,
  `?branch=${ids.branch1}&from=2026-03-01&to=2026-03-31&days=28`,
  `?placeId=${ids.kitchen}&itemId=${ids.items.flour}`,
  `?itemId=${ids.items.flour}`,
  `?kitchen=${ids.kitchen}&date=${day}&day=${day}`,
  '?q=2026',
  '?sort=-createdAt',
];

function listAddresses(route: Route, user: User): string[] {
  const { path } = route;
  if (path === '/reports/:name') return [];
  if (!path.includes(':')) return listDistinctPaths(route, ['', ...queries]);
  const visibleRows = sampleRows.filter(
    (row) => path.startsWith(`/${row.collection}/`) && canSeeRow(user, row),
  );
  const common = [ids.items.flour, ids.branch1, ids.kitchen, ids.users[user]];
  return [...visibleRows.map(({ id }) => id), ...common].map((id) => path.replace(/:\w+/, id));
}

describe.each(users)('%s', (user) => {
  it.each(reads.map((route) => [route.path, route] as const))(
    'returns no hidden row at GET %s',
    async (_path, route) => {
      const hidden = sampleRows.filter((row) => !canSeeRow(user, row));
      expect(hidden.length).toBeGreaterThan(3);
      const leaks: string[] = [];
      for (const address of listAddresses(route, user)) {
        const { text } = await api.as(user).get(address);
        for (const { collection, id, number } of hidden)
          if (text.includes(id) || (number !== null && text.includes(number)))
            leaks.push(`${address}: ${collection} ${number ?? id}`);
      }
      expect(leaks).toEqual([]);
    },
  );
});

it('finds the id in the responses to users who may see the row', async () => {
  for (const { collection, id, viewers } of sampleRows.filter((row) =>
    documents.some((kind) => kind.collection === row.collection),
  )) {
    const reader = users.find((user) => viewers.includes(user));
    expect([collection, (await api.as(reader ?? 'admin').get(`/${collection}/${id}`)).text]).toEqual([
      collection,
      expect.stringContaining(id),
    ]);
  }
});
