import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { type ReportView, reportView } from '../shapes.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { createUserWithoutCosts } from '#app/server/testing/user-without-costs.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { buildSample } from '#app/server/testing/samples.ts';
import { maxViews } from './views.ts';

let t: TestApp;
let sampleCount = 0;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

interface ViewInput {
  report?: string;
  name?: string;
  params?: Record<string, string>;
  isShared?: boolean;
}

const buildBody = ({
  report = 'wastage',
  name = `View ${++sampleCount}`,
  params: filters = {},
  isShared = false,
}: ViewInput = {}) => ({
  report,
  name,
  params: filters,
  isShared,
});

async function saveView(user: TestUser, input: ViewInput = {}): Promise<ReportView> {
  const response = await t.as(user).post('/report-views', buildBody(input));
  expect(response.status, response.text).toBe(201);
  expect(buildResponseSchema(reportView).parse(response.body)).toEqual(response.body);
  return response.body;
}

async function loadView(user: TestUser, id: string): Promise<ReportView | undefined> {
  const response = await t.as(user).get('/report-views');
  expect(response.status, response.text).toBe(200);
  return (response.body as ReportView[]).find(({ _id }) => _id === id);
}

test('a query is saved under a name, renamed, replaced and deleted', async () => {
  const filters = { by: 'reason', period: 'last-month', hide: 'records', sort: '-cost' };
  const created = await saveView('branch', { name: 'Month end', params: filters });
  expect(created).toMatchObject({
    name: 'Month end',
    params: filters,
    ignoredFilters: [],
    isMine: true,
    canChange: true,
  });
  expect(await loadView('branch', created._id)).toEqual(created);

  const path = `/report-views/${created._id}`;
  const renamed = await t.as('branch').patch(path, { name: 'Close' });
  expect(renamed.body).toMatchObject({ name: 'Close', params: filters, version: 2 });
  const other = { from: '2026-03-01', to: '2026-03-31', item: ids.items.flour };
  const overwritten = await t.as('branch').patch(path, { params: other });
  expect(overwritten.body).toMatchObject({ name: 'Close', params: other, version: 3 });

  expect((await t.as('branch').delete(path)).status).toBe(204);
  expect(await loadView('branch', created._id)).toBeUndefined();
  expect((await t.as('branch').patch(path, { name: 'Again' })).status).toBe(404);
});

test('a view is visible to its owner, and to all readers of the report once shared', async () => {
  const created = await saveView('branch', { params: { by: 'day' } });
  for (const user of ['branch2', 'staff', 'admin', 'master'] as const) {
    expect([user, await loadView(user, created._id)]).toEqual([user, undefined]);
    expect([user, (await t.as(user).patch(`/report-views/${created._id}`, { name: 'Mine' })).status]).toEqual(
      [user, 404],
    );
  }
  await t.as('branch').patch(`/report-views/${created._id}`, { isShared: true });
  for (const user of ['branch2', 'staff'] as const) {
    expect(await loadView(user, created._id)).toMatchObject({
      isMine: false,
      canChange: false,
      isShared: true,
    });
    for (const method of ['PATCH', 'DELETE'])
      expect([
        user,
        method,
        (await t.as(user).send(method, `/report-views/${created._id}`, { name: 'Mine' })).status,
      ]).toEqual([user, method, 403]);
  }
  // The owner's name is shown to users who may see that user.
  expect((await loadView('admin', created._id))?.ownerName).toEqual(expect.any(String));
  expect((await loadView('branch2', created._id))?.ownerName).toBeNull();
  // Head office manages shared views.
  expect((await t.as('admin').patch(`/report-views/${created._id}`, { isShared: false })).status).toBe(200);
  expect(await loadView('branch2', created._id)).toBeUndefined();
});

test("a shared view of an unreadable report is hidden, and can't be saved", async () => {
  const sales = await saveView('admin', {
    report: 'food-cost',
    isShared: true,
    params: { period: 'last-month' },
  });
  expect(await loadView('branch', sales._id)).toBeUndefined();
  expect((await t.as('branch').patch(`/report-views/${sales._id}`, { name: 'Mine' })).status).toBe(404);
  expect((await t.as('branch').post('/report-views', buildBody({ report: 'food-cost' }))).status).toBe(403);
});

test("users with read access save views but can't share them", async () => {
  expect((await t.as('viewer').post('/report-views', buildBody({ isShared: true }))).status).toBe(403);
  const ownView = await saveView('viewer');
  expect((await t.as('viewer').patch(`/report-views/${ownView._id}`, { isShared: true })).status).toBe(403);
  expect((await t.as('viewer').patch(`/report-views/${ownView._id}`, { name: 'Renamed' })).status).toBe(200);
});

test('parameters that the reader may not use, or whose row was deleted, are left out and listed', async () => {
  const supplier = await t.as('admin').post('/suppliers', buildSample(suppliers, ++sampleCount));
  expect(supplier.status, supplier.text).toBe(201);
  const filters = { branch: ids.branch1, by: 'supplier', supplier: supplier.body._id, sort: '-landedValue' };
  const created = await saveView('admin', { report: 'purchases', isShared: true, params: filters });
  expect(await loadView('branch', created._id)).toMatchObject({ params: filters, ignoredFilters: [] });
  const { branch: _, ...rest } = filters;
  expect(await loadView('branch2', created._id)).toMatchObject({ params: rest, ignoredFilters: ['branch'] });

  expect((await t.as('admin').delete(`/suppliers/${supplier.body._id}`)).status).toBe(204);
  expect(await loadView('admin', created._id)).toMatchObject({ ignoredFilters: ['supplier'] });
  // Renaming keeps references for those who may use them.
  await t.as('admin').patch(`/report-views/${created._id}`, { name: 'Mill purchases' });
  expect(await loadView('branch', created._id)).toMatchObject({
    params: { branch: ids.branch1 },
    ignoredFilters: ['supplier'],
  });
});

test('a kitchen can filter order reports by branch, and other reports only by itself', async () => {
  await t.db.writer
    .updateTable('users')
    .set({ allowedPages: JSON.stringify(['reports']) })
    .where('_id', '=', ids.users.kitchen)
    .execute();
  const filters = { branch: ids.branch2, by: 'day' };
  for (const report of ['order-patterns', 'order-fill'])
    expect(await saveView('kitchen', { report, params: filters })).toMatchObject({
      params: filters,
      ignoredFilters: [],
    });
  const card = await saveView('kitchen', { report: 'ledger', params: { branch: ids.branch2 } });
  expect(card).toMatchObject({ params: {}, ignoredFilters: ['branch'] });
});

test("users without access to costs can't sort by them, and every visible view can be run", async () => {
  await saveView('admin', { report: 'count-variance', isShared: true, params: { sort: '-netValue' } });
  await saveView('admin', {
    report: 'order-patterns',
    isShared: true,
    params: { sort: 'ordered', by: 'week' },
  });
  const noCosts = await createUserWithoutCosts(t);
  const valuation = await saveView('admin', {
    report: 'valuation',
    isShared: true,
    params: { sort: '-value' },
  });
  for (const client of [t.as('admin'), t.as('branch'), noCosts]) {
    const views = (await client.get('/report-views')).body as ReportView[];
    for (const { report, params: filters } of views) {
      const days = { from: '2026-03-01', to: '2026-03-31', day: '2026-03-31' };
      const { period: __, ...request } = filters;
      const query = new URLSearchParams({ ...days, ...request }).toString();
      const response = await client.get(`/reports/${report}?${query}`);
      expect([report, response.status, response.text.slice(0, 200)]).toEqual([
        report,
        200,
        expect.any(String),
      ]);
    }
  }
  const restrictedViews = (await noCosts.get('/report-views')).body as ReportView[];
  expect(restrictedViews.find(({ _id }) => _id === valuation._id)).toMatchObject({
    params: {},
    ignoredFilters: ['sort'],
  });
});

test('names are unique by user and report, ignoring case and spaces', async () => {
  await saveView('branch', { name: 'Été' });
  const duplicate = await t.as('branch').post('/report-views', buildBody({ name: ' ÉTÉ ' }));
  expect([duplicate.status, duplicate.body.code, Object.keys(duplicate.body.fields)]).toEqual([
    409,
    'DUPLICATE',
    ['name'],
  ]);
  const other = await saveView('branch');
  expect((await t.as('branch').patch(`/report-views/${other._id}`, { name: 'été' })).status).toBe(409);
  await saveView('branch', { name: 'Été', report: 'discrepancies' });
  await saveView('branch2', { name: 'Été' });
  const [first, second] = await Promise.all(
    [1, 2].map(() => t.as('staff').post('/report-views', buildBody({ name: 'Concurrent' }))),
  );
  expect(new Set([first?.status, second?.status])).toEqual(new Set([201, 409]));
});

test('a view is saved once despite lost responses, and stale changes are rejected', async () => {
  const body = buildBody();
  const headers = { 'idempotency-key': 'the-same-view' };
  const [first, second] = [
    await t.as('branch').post('/report-views', body, headers),
    await t.as('branch').post('/report-views', body, headers),
  ];
  expect([first.status, second.status, second.body._id]).toEqual([201, 201, first.body._id]);
  const path = `/report-views/${first.body._id}`;
  expect((await t.as('branch').patch(path, { name: 'One' }, { 'if-match': '"1"' })).status).toBe(200);
  expect((await t.as('branch').patch(path, { name: 'Two' }, { 'if-match': '"1"' })).status).toBe(412);
  expect((await t.as('branch').delete(path, { 'if-match': '"1"' })).status).toBe(412);
});

test('invalid queries are rejected, and unsupported parameters are dropped', async () => {
  const invalidInputs: ViewInput[] = [
    { report: 'nothing' },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { params: { period: 'always' } },
    { params: { from: '2026-03-31', to: '2026-03-01' } },
    { params: { from: '2024-03-31', to: '2026-03-01' } },
    { params: { day: 'tomorrow' } },
    { params: { weekday: '8' } },
    { params: { kind: '<script>' } },
    { params: { hide: 'x'.repeat(401) } },
    { params: { other: 'x' } },
  ];
  for (const input of invalidInputs) {
    const response = await t.as('admin').post('/report-views', buildBody(input));
    expect([JSON.stringify(input).slice(0, 60), response.status]).toEqual([
      JSON.stringify(input).slice(0, 60),
      422,
    ]);
  }
  const filters = { period: 'last-month', within: '7', reason: 'expired', kind: 'waste', day: '2026-03-01' };
  expect((await saveView('admin', { report: 'expiry', params: filters })).params).toEqual({
    period: 'last-month',
    within: '7',
    day: '2026-03-01',
  });
});

test('the number of views by user and report is limited', async () => {
  const now = t.clock.now().toISOString();
  await t.db.write(async (tx) => {
    for (let index = 0; index < maxViews; index += 1)
      await tx
        .insertInto('reportViews')
        .values({
          _id: `many-${index}`,
          createdAt: now,
          updatedAt: now,
          version: 1,
          owner: ids.users.staff,
          report: 'wastage',
          name: `Many ${index}`,
          nameKey: `many ${index}`,
          params: '{}',
          isShared: 0,
        })
        .execute();
  });
  const response = await t.as('staff').post('/report-views', buildBody());
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['name']]);
  await t.db.write((tx) => tx.deleteFrom('reportViews').where('_id', 'like', 'many-%').execute());
});

test("all of a user's tabs are notified of a view, and other users only of shared ones", async () => {
  const listen = async (user: TestUser) => {
    const response = await t.app.request('/api/events', {
      headers: { authorization: `Bearer ${t.as(user).token}` },
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const received: string[] = [];
    void (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        received.push(new TextDecoder().decode(value));
      }
    })();
    // On PostgreSQL the listening connection is opened in the background.
    await waitFor(async () => {
      await t.as('admin').post('/brands', { name: `Warm ${++sampleCount}` });
      expect(received.join('')).toContain('"brands"');
    });
    return { received, cancel: () => reader.cancel() };
  };
  const [ownStream, headOfficeStream, otherStream] = [
    await listen('branch'),
    await listen('master'),
    await listen('branch2'),
  ];
  const privateView = await saveView('branch');
  const shared = await saveView('branch', { isShared: true });
  await waitFor(() => {
    for (const { received } of [ownStream, headOfficeStream, otherStream])
      expect(received.join('')).toContain(shared._id);
  });
  await waitFor(() => expect(ownStream.received.join('')).toContain(privateView._id));
  for (const { received } of [headOfficeStream, otherStream])
    expect(received.join('')).not.toContain(privateView._id);
  for (const { cancel } of [ownStream, headOfficeStream, otherStream]) await cancel();
});
