import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { importNorthwind } from './northwind/import.ts';
import { readNorthwind } from './northwind/read.ts';

const now = new Date('2026-11-21T04:00:00.000Z');
const folder = join(import.meta.dirname, '../../../shared/data/northwind');

test.skipIf(!existsSync(folder))('imports the Northwind business completely', async () => {
  const db = await openTestDb();
  const data = readNorthwind(folder);
  expect(data.problems).toEqual([]);
  expect(await importNorthwind(data, { db, now, onProgress: () => {} })).toEqual({
    items: 77,
    discontinuedItems: 8,
    suppliers: 29,
    categories: 8,
    branches: 91,
    kitchens: 1,
    orders: 830,
    lines: 2155,
    unitsReceivedFromSuppliers: 51_317,
    unitsShipped: 51_317,
    unitsReceived: 51_317,
    valueE4: expect.closeTo(12_657_930_400, -3),
  });
  expect(await reconcile(db.read)).toEqual([]);
  await db.close();
});
