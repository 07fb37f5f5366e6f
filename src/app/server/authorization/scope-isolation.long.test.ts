import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportNames } from '#modules/reports/report-shapes.ts';
import { newId } from '#platform/server/ids.ts';
import type { Route } from '#platform/server/http/route.ts';
import { routes } from '#app/server/routes.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

/**
 * Other locations' data is invisible: in rows, totals, ETags, sort orders, search results, messages and
 * events. Users bound to other locations request every read route before and after rows of every kind are
 * added to branch 2; the responses must be identical byte for byte.
 */
const marker = 'Quillwort';
/** Used for every quantity of branch 2. */
const figure = 7413;

const hiddenPattern = new RegExp(`${marker}|[:\\s"]${figure}(?!\\w)`);

let api: TestApp;
const observers = new Map<string, TestClient>();
const before = new Map<string, string>();
const hiddenIds: Record<string, string[]> = {};
const streams = new Map<string, { read(): Promise<string>; cancel(): Promise<void> }>();

const everyFlag = { canCreate: true, canEdit: true, canDelete: true, canView: true };
const outsiders: Readonly<Record<string, object>> = {
  'another branch, every page': { role: 'custom_role_sk', branches: [ids.branch1], allowedPages: ['*'] },
  'a branch user without a location': { role: 'custom_role_sk', branches: [], allowedPages: [] },
  'another kitchen': { role: 'custom_role_ck', kitchens: ['KITCHEN'], allowedPages: ['*'] },
  'a kitchen user without a location': { role: 'custom_role_ck', kitchens: [], allowedPages: ['*'] },
};

const reads = routes.filter(
  ({ method, path, access }) => method === 'get' && access.kind !== 'public' && path !== '/events',
);
const queries = [
  '?limit=500',
  '?view=compact',
  `?branch=${ids.branch2}&deliveryDate=2026-03-06`,
  `?branchId=${ids.branch2}&days=28`,
  `?placeId=${ids.branch2}`,
  `?q=${marker}`,
  '?sort=-createdAt',
  '?kind=item-levels',
  '?day=2026-03-31',
  `?branches=${ids.branch1},${ids.branch2}&from=2026-03-01&to=2026-03-31`,
  '?from=2026-01-01&to=2026-12-31&basis=average',
];

/** Every report, for all locations and for the other branch. */
const reportAddresses = reportNames.flatMap((name) =>
  ['', `&branch=${ids.branch2}`, '&basis=average'].map(
    (params) =>
      `/reports/${name}?from=2026-01-01&to=2026-12-31&day=2026-12-31&item=${ids.items.tomato}&within=400${params}`,
  ),
);

/** All branches share one number series, and `usage` reports references from any branch. */
const isShared = (path: string) => path === '/orders/generate-number' || path.endsWith('/usage');

function listAddresses(route: Route): string[] {
  const { path } = route;
  if (path === '/reports/:name') return reportAddresses;
  if (!path.includes(':')) return listDistinctPaths(route, queries);
  const knownIds = [ids.items.tomato, ids.branch2, ids.users.branch2, ids.levels(3, 1)];
  return knownIds.map((id) => path.replace(':id', id));
}

const removeRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

const toComparableText = ({ status, headers, text }: Awaited<ReturnType<TestClient['get']>>): string =>
  JSON.stringify([
    status,
    Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id')),
    // The kitchen's available stock is visible to everyone who orders from it.
    removeRequestId(text).replaceAll(/"kitchenAvailable":[\d.]+/g, ''),
  ]);

async function createRow(as: TestClient, method: string, path: string, body: unknown): Promise<string> {
  const response = await as.send(method, path, body);
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
  return response.body?._id ?? response.body?.review?._id;
}

/** Creates rows of every kind in branch 2, with the marker in text fields and the figure in quantities. */
async function createHiddenRows(): Promise<void> {
  const branch2 = api.as('branch2');
  const items = [{ itemId: ids.items.tomato, orderQty: figure, note: marker }];
  const createOrder = () =>
    createRow(branch2, 'POST', '/orders', { deliveryDate: '2026-03-06', items, notes: marker });
  hiddenIds['orders'] = [await createOrder(), await createOrder(), await createOrder()];
  const [, reviewed, sent] = hiddenIds['orders'] as [string, string, string];
  await createRow(branch2, 'PATCH', `/orders/${reviewed}`, { status: 'Under Review' });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await createRow(branch2, 'PATCH', `/orders/${sent}`, { status });
  const received = await createOrderInStatus(api, 'Received', {
    branch: ids.branch2,
    notes: marker,
    items: [{ itemId: ids.items.milk, orderQty: 1 }],
  });
  hiddenIds['orders'].push(received.header._id);
  const [level, now] = [ids.levels(3, 1), api.clock.now().toISOString()];
  await createRow(branch2, 'PUT', `/item-levels/${level}`, { par: figure, max: figure + 1 });
  hiddenIds['item-levels'] = [level];
  hiddenIds['order-templates'] = [
    await createRow(branch2, 'POST', '/order-templates', {
      name: marker,
      branch: ids.branch2,
      lines: [{ itemId: ids.items.tomato, qty: figure, unit: ids.units.kg }],
    }),
  ];
  hiddenIds['count-schedules'] = [
    await createRow(branch2, 'POST', '/count-schedules', { name: marker, branchId: ids.branch2 }),
  ];
  const point = { name: marker, branchId: ids.branch2, kind: 'cleaning' };
  hiddenIds['check-points'] = [await createRow(branch2, 'POST', '/check-points', point)];
  hiddenIds['safety-checks'] = [
    await createRow(branch2, 'POST', '/safety-checks', { point: hiddenIds['check-points'][0], note: marker }),
  ];
  const item = {
    itemCode: marker,
    name: marker,
    kind: 'raw',
    category: ids.category,
    baseUnit: ids.units.kg,
  };
  hiddenIds['reviews'] = [await createRow(branch2, 'POST', '/items', item)];
  const columns = ['itemId', 'branchId', 'par'];
  const file = await createRow(branch2, 'POST', '/imports', {
    kind: 'item-levels',
    fileName: `${marker}.csv`,
    columns,
  });
  await createRow(branch2, 'POST', `/imports/${file}/rows`, {
    rows: [{ row: 1, cells: [marker, 'Station', String(figure)] }],
  });
  hiddenIds['imports'] = [file];
  hiddenIds['wastage'] = [
    await createRow(branch2, 'POST', '/wastage', {
      branch: ids.branch2,
      dateTime: now,
      item: ids.items.milk,
      qty: 1,
      unit: ids.units.l,
      reason: 'expired',
      note: marker,
    }),
  ];
  const session = await api.signIn(ids.users.branch2);
  await session.get('/users/profile', { 'user-agent': marker });
  await api.db.writer
    .updateTable('sessions')
    .set({ userAgent: marker })
    .where('userId', '=', ids.users.branch2)
    .execute();
  const discrepancy = newId(api.clock);
  await api.db.writer
    .insertInto('discrepancies')
    .values({
      _id: discrepancy,
      createdAt: now,
      updatedAt: now,
      version: 1,
      orderId: sent,
      orderNo: marker,
      lineId: (await branch2.get(`/orders/${sent}`)).body.items[0].lineId,
      itemId: ids.items.tomato,
      itemName: marker,
      branch: ids.branch2,
      kitchen: ids.kitchen,
      type: 'short',
      unit: ids.units.kg,
      unitSymbol: 'kg',
      qtyMicro: figure * 1e6,
      valueE4: figure * 1e4,
      status: 'Open',
      action: null,
      chargedTo: null,
      resolvedBy: null,
      resolvedByName: null,
      resolvedAt: null,
      note: marker,
      photo: null,
      followUpOrderId: null,
    })
    .execute();
  hiddenIds['discrepancies'] = [discrepancy];
}

async function listen(client: TestClient) {
  const response = await api.app.request('/api/events', {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  await read();
  return { read, cancel: () => reader.cancel() };
}

beforeAll(async () => {
  api = await createTestApp();
  const admin = api.as('master');
  const kitchen = await createRow(admin, 'POST', '/branch', {
    code: 'CK2',
    name: 'Second Kitchen',
    type: 'central_kitchen',
    timezone: 'UTC',
  });
  for (const [index, [name, rights]] of Object.entries(outsiders).entries()) {
    const person = {
      name: `Outsider ${index}`,
      email: `outsider${index}@demo.test`,
      password: 'walnut-harbour',
      permissions: everyFlag,
      ...(JSON.parse(JSON.stringify(rights).replace('KITCHEN', kitchen)) as object),
    };
    observers.set(name, await api.signIn(await createRow(admin, 'POST', '/users', person)));
  }
  for (const [name, client] of observers) {
    // Errors are recorded in the users' own audit log, starting with the first request.
    for (const { path } of reads) await client.get(path);
    for (const route of reads)
      for (const address of listAddresses(route))
        before.set(`${name} ${address}`, toComparableText(await client.get(address)));
    streams.set(name, await listen(client));
  }
  await createHiddenRows();
}, 120_000);
afterAll(() => api.close());

describe.each(Object.keys(outsiders))('%s', (name) => {
  const getClient = () => observers.get(name) as TestClient;

  it.each(reads.map((route) => [route.path, route] as const))(
    'gets the same response at GET %s as if branch 2 had no rows',
    async (path, route) => {
      for (const address of listAddresses(route)) {
        const response = await getClient().get(address);
        expect([address, response.status < 500]).toEqual([address, true]);
        expect(response.text).not.toMatch(hiddenPattern);
        if (!isShared(path))
          expect([address, toComparableText(response)]).toEqual([address, before.get(`${name} ${address}`)]);
      }
    },
  );

  it('gets the same response for a hidden row as for a missing one, on every route', async () => {
    for (const route of routes) {
      const { access, path, method } = route;
      const rows = access.kind === 'collection' ? (hiddenIds[access.collection] ?? []) : [];
      if (!path.includes(':id') || rows.length === 0) continue;
      for (const body of method === 'get' || method === 'delete'
        ? [undefined]
        : [{}, { status: 'Cancelled' }, { par: 1 }]) {
        const missing = await getClient().send(
          method.toUpperCase(),
          path.replace(':id', newId(api.clock)),
          body,
        );
        for (const row of rows) {
          const response = await getClient().send(method.toUpperCase(), path.replace(':id', row), body);
          expect([method, path, toComparableText(response)]).toEqual([
            method,
            path,
            toComparableText(missing),
          ]);
        }
      }
    }
  });

  it('reveals nothing by keyset pagination after a hidden row', async () => {
    const missing = await getClient().get('/orders?after=01900000-0000-7000-8000-00000000dead');
    for (const sort of ['createdAt', '-createdAt', 'deliveryDate'])
      for (const row of hiddenIds['orders'] ?? []) {
        const response = await getClient().get(`/orders?sort=${sort}&after=${row}`);
        expect(toComparableText(response)).toEqual(toComparableText(missing));
      }
  });

  it('reveals nothing about existing levels when a file is imported', async () => {
    const columns = ['itemId', 'branchId', 'par', 'max'];
    const importRow = await getClient().post('/imports', {
      kind: 'item-levels',
      fileName: 'levels.csv',
      columns,
    });
    if (importRow.status !== 201) return expect(importRow.status).toBe(403);
    const levels: [string, number][] = [
      ['IT-004', figure],
      ['IT-004', 1],
    ];
    const rows = levels.map(([code, par], index) => ({
      row: index + 1,
      cells: [code, 'Station', String(par), String(figure + 1)],
    }));
    // One at a time: duplicates in a file are a separate error.
    const received: unknown[] = [];
    for (const row of rows) {
      await getClient().post(`/imports/${importRow.body._id}/rows`, { rows: [{ ...row, row: 1 }] });
      const checked = await getClient().post(`/imports/${importRow.body._id}/check`);
      const checkedRows = await getClient().get(`/imports/${importRow.body._id}/rows`);
      received.push([
        checked.body.created,
        checked.body.changed,
        checked.body.unchanged,
        checked.body.invalid,
      ]);
      received.push(
        checkedRows.body.map(({ outcome, problems }: Record<string, unknown>) => [outcome, problems]),
      );
    }
    expect(received.slice(0, 2)).toEqual(received.slice(2));
    await api.db.writer.deleteFrom('itemLevels').where('_id', '=', ids.levels(3, 1)).execute();
    await getClient().post(`/imports/${importRow.body._id}/check`);
    const rowsResponse = await getClient().get(`/imports/${importRow.body._id}/rows`);
    expect(
      rowsResponse.body.map(({ outcome, problems }: Record<string, unknown>) => [outcome, problems]),
    ).toEqual(received[1]);
  });

  it('receives no events about the hidden rows', async () => {
    const stream = streams.get(name);
    const brand = await createRow(api.as('admin'), 'POST', '/brands', { name: `Visible to all ${name}` });
    await api.as('admin').delete(`/brands/${brand}`);
    const received: string[] = [];
    while (!received.at(-1)?.includes('"brands"')) received.push((await stream?.read()) ?? '"brands"');
    await stream?.cancel();
    const ids = Object.values(hiddenIds).flat();
    expect(ids.filter((id) => received.join().includes(id))).toEqual([]);
  });
});

it('shows users without the cost right no item costs on any route', async () => {
  const standardCost = 8642.1357;
  const updated = await api.as('admin').put(`/items/${ids.items.bun}`, { standardCost, unitPrice: 2 });
  expect(updated.status, updated.text).toBe(200);
  await api.db.writer.deleteFrom('balances').where('itemId', '=', ids.items.bun).execute();
  const items = [{ itemId: ids.items.bun, orderQty: 1, unit: ids.units.piece }];
  await createRow(api.as('branch'), 'POST', '/orders', { deliveryDate: '2026-03-06', items });
  const queries = [
    '',
    `?branch=${ids.branch1}&deliveryDate=2026-03-06`,
    '?view=compact',
    '?collection=items',
  ];
  for (const user of ['branch', 'staff', 'kitchen'] as const)
    for (const route of reads)
      for (const address of listDistinctPaths(route, queries, route.path.replace(':id', ids.items.bun)))
        expect([address, removeRequestId((await api.as(user).get(address)).text).includes('8642.1')]).toEqual(
          [address, false],
        );
});
