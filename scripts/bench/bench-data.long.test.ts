import { expect, test } from 'vitest';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { fillBusiness } from './business.ts';
import { createBusinessOfSize, simulateDay } from './growth.ts';
import { buildImportRuns, measureImport } from './imports.ts';

test('the business of the API benchmark passes every invariant', async () => {
  const business = await fillBusiness(1100);
  const db = openSqliteFile(`${business.dataDir}/commissary.db`);
  try {
    expect(await reconcile(db.read)).toEqual([]);
    const statuses = await db.read.selectFrom('orders').select('status').distinct().execute();
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([
      'Cancelled',
      'Draft',
      'Received',
      'Rejected',
      'Sent to Central Kitchen',
      'Shipped',
      'Under Process',
      'Under Review',
    ]);
    expect(business.orders.every((id) => id !== '')).toBe(true);
  } finally {
    await db.close();
    business.drop();
  }
});

test('the day of the growth benchmark completes', async () => {
  const api = await createTestApp();
  const size = {
    branches: 2,
    items: 6,
    ordersPerBranch: 1,
    linesPerOrder: 4,
    linesPerSave: 2,
    wastePerBranch: 1,
  };
  expect(await simulateDay(api, await createBusinessOfSize(api, size))).toMatchObject({ lines: 8 });
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});

test('the imports of the import benchmark are committed and undone', async () => {
  const api = await createTestApp();
  for (const run of buildImportRuns(3, 2)) {
    const { peakMemory } = await measureImport(api, run, 0);
    expect(peakMemory, run.name).toBeGreaterThan(0);
  }
  expect(await reconcile(api.db.read)).toEqual([]);
  await api.close();
});
