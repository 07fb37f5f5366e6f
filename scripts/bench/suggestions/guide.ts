import { sql } from 'kysely';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Db } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { suggestOrder } from '#modules/orders/server/suggestions.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import { createRandomNumbers } from './data.ts';

/**
 * Runs VACUUM, as PostgreSQL's autovacuum does within minutes. Without it, index-only scans look up every
 * row.
 */
export async function vacuumAnalyze(db: Db): Promise<void> {
  if (db.read.dialect === 'postgres') await sql`vacuum analyze`.execute(db.read);
}

/**
 * Times loading a branch's whole order guide from the database: items used every day for a year and received
 * every other day. Returns elapsed and CPU times of several runs in ms; the first run is cold.
 */
export async function timeGuide(
  db: Db,
  itemCount = 1200,
  dayCount = 365,
  runs = 6,
): Promise<{ ms: number; cpuMs: number }[]> {
  const t = await createTestApp({ db });
  const [item] = await db.read.selectFrom('items').selectAll().where('_id', '=', ids.items.tomato).execute();
  if (!item) throw new Error('The item to copy is missing');
  const items = Array.from({ length: itemCount }, (_, n) => ({
    ...item,
    _id: newId(t.clock),
    itemCode: `B-${n}`,
    name: `Item ${n}`,
  }));
  const daysAgo = (days: number) => toUtcDay(t.clock.now().getTime() - days * dayMs);
  const random = createRandomNumbers(5);
  const usageColumns = { placeId: ids.branch1, kind: 'consumption', valueE4: 0 };
  await db.write((tx) => insertRows(tx, 'items', items));
  const balances = items.map(({ _id: itemId }) => ({
    itemId,
    placeId: ids.branch1,
    onHandMicro: 5_000_000,
    reservedMicro: 0,
    valueE4: 0,
    lastCostE4: 0,
  }));
  await db.write((tx) => insertRows(tx, 'balances', balances));
  for (let daysBack = dayCount; daysBack > 0; daysBack -= 1) {
    const businessDay = daysAgo(daysBack);
    const rows = items.flatMap(({ _id: itemId }) => {
      const qtyMicro = Math.round(random() * 20) * 1_000_000;
      const usage = { ...usageColumns, itemId, businessDay, qtyMicro: -qtyMicro };
      return daysBack % 2 === 0 ? [usage, { ...usage, kind: 'receive', qtyMicro: qtyMicro * 2 }] : [usage];
    });
    await db.write((tx) => insertRows(tx, 'stockDaily', rows as never));
  }
  await vacuumAnalyze(db);
  const times: { ms: number; cpuMs: number }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    const rows = await suggestOrder(db.read, testAdmin, { branch: ids.branch1 }, t.clock.now());
    const { user, system } = process.cpuUsage(before);
    times.push({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 });
    if (rows.filter(({ basis }) => basis === 'demand').length < itemCount)
      throw new Error('Too few items have a suggestion from demand');
  }
  return times;
}
