import { expect, test } from 'vitest';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';
import { seedDemonstration } from './demonstration.ts';

/** Loads each order with its lines and status, and every balance. */
async function loadBusiness(db: Db) {
  const orders = await db.read
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .select([
      'orderNo',
      'status',
      'branchName',
      'deliveryDate',
      'position',
      'itemCode',
      'orderQtyMicro',
      'shippedQtyMicro',
    ])
    .orderBy('orderNo')
    .orderBy('position')
    .execute();
  // PostgreSQL may have an empty balance row that SQLite doesn't have, because it creates one to lock it.
  const rows = await db.read
    .selectFrom('balances')
    .selectAll()
    .where((eb) => eb.or([eb('onHandMicro', '!=', 0), eb('valueE4', '!=', 0), eb('lastCostE4', '!=', 0)]))
    .execute();
  const balances = new Map(rows.map(({ placeId, itemId, ...row }) => [`${placeId} ${itemId}`, row]));
  return { orders, balances };
}

/**
 * 35 days include every monthly event. Without PostgreSQL, both databases are SQLite and the test only detects
 * a random seed, for which 10 days are enough.
 */
const days = process.env['TEST_DATABASE_URL'] === undefined ? 10 : 35;

async function seed(db: Db): Promise<Db> {
  const clock = { now: () => new Date('2026-11-21T04:00:00.000Z') };
  await seedDemonstration(db, clock, { hash: async () => 'hashed' }, { days });
  return db;
}

test('the demo business is identical on every engine for the same day, and its invariants hold', async () => {
  const db = await seed(await openTestDb());
  const repeated = await seed(openSqliteMemory(await getMigratedSnapshot()));
  try {
    const expected = await loadBusiness(db);
    expect(expected.orders.length).toBeGreaterThan(days * 29);
    expect(await loadBusiness(repeated)).toEqual(expected);
    expect(await reconcile(db.read)).toEqual([]);
  } finally {
    await db.close();
    await repeated.close();
  }
}, 300_000);
