import { expect, test } from 'vitest';
import { orderStatuses } from '#modules/orders/status.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';
import { seedDemonstration } from './demonstration.ts';

/*
 * Tests the demo data on special days, on SQLite only; demonstration-engines.long.test.ts compares engines.
 * Five weeks include all monthly events.
 */
test.each([
  ['just after midnight on New Year', '2027-01-01T00:05:00.000Z'],
  ['on the day the clocks go forward', '2026-03-29T01:30:00.000Z'],
  ['on the day the clocks go back, at night', '2026-10-25T00:30:00.000Z'],
  ['on the last of February of a leap year', '2028-02-29T23:59:59.000Z'],
])('is consistent %s', async (_, now) => {
  const db = openSqliteMemory(await getMigratedSnapshot());
  await seedDemonstration(db, { now: () => new Date(now) }, { hash: async () => 'hashed' }, { days: 35 });
  try {
    expect(await reconcile(db.read)).toEqual([]);
    const statuses = await db.read.selectFrom('orders').select('status').distinct().execute();
    expect(statuses).toHaveLength(orderStatuses.length);
  } finally {
    await db.close();
  }
});
