import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMatrixRows, type MatrixRows } from '#app/server/authorization/matrix-rows.ts';
import { withDialect } from '#platform/server/db/locking.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { analyticsShapes } from '#modules/analytics/views.ts';
import { reportNames } from '#modules/reports/report-shapes.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { routes } from '#app/server/routes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { createReportBusiness } from '#app/server/testing/report-business.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';

/**
 * Requests every read route for a small business and for one with three times as many documents: the number
 * of statements must not grow. A query per row is slow for many rows, and each one is a round trip on
 * PostgreSQL.
 */
let t: TestApp;
let rows: MatrixRows;
let statements = 0;

const statementCounter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1;
    return result;
  },
};

beforeAll(async () => {
  // The statements are the same on both engines, and in-memory SQLite is faster.
  const app = await createTestApp({ db: openSqliteMemory(await getMigratedSnapshot()) });
  const read = withDialect(app.db.read.withPlugin(statementCounter), app.db.dialect);
  const db: Db = { ...app.db, read, longRead: () => read };
  t = await createTestApp({ db, isFilled: true });
  await createReportBusiness(t);
  rows = await createMatrixRows(t);
}, 120_000);
afterAll(() => t.close());

const query = `?${new URLSearchParams({
  limit: '100',
  from: '2026-03-01',
  to: '2026-03-31',
  branch: ids.branch1,
  branchId: ids.branch1,
  place: ids.kitchen,
  placeId: ids.kitchen,
  kitchen: ids.kitchen,
  itemId: ids.items.flour,
  item: ids.items.flour,
  items: ids.items.flour,
  day: '2026-03-04',
  date: '2026-03-04',
  deliveryDate: '2026-03-06',
  within: '400',
})}`;

/** Returns every readable path with its parameters; each report and analytics view separately. */
function listPaths(): [name: string, address: string][] {
  return routes
    .filter(({ method, path }) => method === 'get' && path !== '/events')
    .flatMap((route) => {
      const collection = route.access.kind === 'collection' ? route.access.collection : '';
      const address = route.path.replace(':id', rows[collection]?.own ?? 'missing');
      const paths = {
        '/reports/:name': reportNames.map((name) => address.replace(':name', name)),
        '/analytics/:view': Object.keys(analyticsShapes).map((view) => address.replace(':view', view)),
      }[route.path] ?? [address];
      return paths.flatMap((path) =>
        listDistinctPaths(route, [query, ''], path).map((address): [string, string] => [
          `${path}${address.includes('?') ? ' with parameters' : ''}`,
          address,
        ]),
      );
    });
}

interface Measurement {
  status: number;
  statements: number;
  size: number;
}

async function measure(): Promise<Map<string, Measurement>> {
  const measurements = new Map<string, Measurement>();
  for (const [name, address] of listPaths()) {
    // Excludes results that are computed once and cached.
    await t.as('admin').get(address);
    statements = 0;
    const { status, text } = await t.as('admin').get(address);
    measurements.set(name, { status, statements, size: text.length });
  }
  return measurements;
}

/** Adds documents of every kind for the same items. */
async function addDocuments(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    for (const { type } of documents) await documentSamples[type]?.make(t, 'branch');
    for (const status of ['Under Review', 'Under Process', 'Shipped', 'Received'] as const)
      await createOrderInStatus(t, status, { deliveryDate: '2026-03-06' });
    await addBatchWithLabel();
  }
}

async function addBatchWithLabel(): Promise<void> {
  const id = (await documentSamples['production_batch']?.make(t, 'branch')) ?? '';
  const admin = t.as('admin');
  for (const status of ['In Progress', 'Completed'])
    expect((await admin.patch(`/production-batches/${id}`, { status })).status).toBe(200);
  const { finished } = (await admin.get(`/production-batches/${id}`)).body;
  const [{ itemId, lot }] = finished[0].made;
  expect(
    (await admin.post(`/production-batches/${id}/labels`, { labels: [{ itemId, lot, copies: 1 }] })).status,
  ).toBe(201);
}

it('runs the same number of statements for three times as many rows', async () => {
  await addDocuments(2);
  const before = await measure();
  await addDocuments(4);
  const after = await measure();
  const successCount = [...after.values()].filter(({ status }) => status === 200).length;
  expect(successCount).toBeGreaterThan(200);
  const larger = [...after].filter(([name, { size }]) => size > (before.get(name)?.size ?? 0)).length;
  expect(larger).toBeGreaterThan(40);
  const growing = [...after].flatMap(([name, { statements: count }]) => {
    const added = count - (before.get(name)?.statements ?? 0);
    return added > 0 ? [`${name}: ${added} more statements than ${count - added}`] : [];
  });
  expect(growing).toEqual([]);
}, 300_000);
