import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs } from '#core/day.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Db } from '#platform/server/db/types.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { archiveAudit } from './audit-archive.ts';

const keepDays = 100;

let api: TestApp;
let folder: string;
beforeEach(async () => {
  api = await createTestApp({ now: '2025-03-04T22:00:00.000Z' });
  folder = mkdtempSync(join(tmpdir(), 'commissary-archive-'));
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Simulates a day: an order with several versions, and many small changes. */
async function simulateDay(changes: number): Promise<string> {
  const branch = await api.signIn(ids.users.branch);
  const body = { deliveryDate: '2027-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const order = (await branch.post('/orders', body)).body._id;
  expect((await branch.patch(`/orders/${order}`, { notes: 'Changed' })).status).toBe(200);
  const admin = await api.signIn(ids.users.admin);
  const brand = (await admin.post('/brands', { name: `Brand ${api.clock.now().toISOString()}` })).body._id;
  for (let n = 0; n < changes; n++) await admin.put(`/brands/${brand}`, { name: `Brand ${brand} ${n}` });
  return order;
}

const loadEntries = () => api.db.read.selectFrom('audit').selectAll().orderBy('seq').execute();
const runArchive = (db = api.db) => archiveAudit(db, { folder, keepDays, now: api.clock.now() });
const readLines = (file: string) =>
  gunzipSync(readFileSync(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; at: string; entity: string; entityId: string });

/** Returns a database whose writes fail after a number of transactions, as if the process were killed. */
function createInterruptedDb(db: Db, transactions: number): Db {
  let remaining = transactions;
  return {
    ...db,
    write: (work) => {
      remaining -= 1;
      if (remaining < 0) throw new Error('killed');
      return db.write(work);
    },
  };
}

it('writes whole old days to a file, deletes them from the database, and preserves the invariants', async () => {
  const order = await simulateDay(600);
  api.clock.advance(3 * 60 * 60 * 1000);
  await simulateDay(3);
  api.clock.advance(keepDays * dayMs - 60 * 60 * 1000);
  const before = await loadEntries();
  const oldEntries = before.filter(({ at }) => at < '2025-03-05');
  expect(oldEntries.length).toBeGreaterThan(600);
  expect(oldEntries.length).toBeLessThan(before.length);
  const file = join(folder, 'audit_2025-03-04_2025-03-04.jsonl.gz');
  expect(await runArchive()).toEqual({ file, rows: oldEntries.length, deleted: oldEntries.length });
  expect(readLines(file).map(({ seq }) => seq)).toEqual(oldEntries.map(({ seq }) => Number(seq)));
  expect(readLines(file).find(({ entity }) => entity === 'orders')).toMatchObject({ entityId: order });
  expect(await loadEntries()).toEqual(before.filter(({ at }) => at >= '2025-03-05'));
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await runArchive()).toEqual({ file: null, rows: 0, deleted: 0 });
  // The version history of an old document includes the rows in files.
  expect(
    (await (await api.signIn(ids.users.branch)).patch(`/orders/${order}`, { notes: 'Later' })).status,
  ).toBe(200);
  expect(await reconcile(api.db.read)).toEqual([]);
  const admin = await api.signIn(ids.users.admin);
  expect((await admin.get('/audit')).headers.get('x-audit-since')).toBe('2025-03-05');
});

it('reports no archive before the first one, and the database rejects the deletion of rows that haven’t been archived', async () => {
  await simulateDay(1);
  expect((await api.as('admin').get('/audit')).headers.get('x-audit-since')).toBeNull();
  for (const change of ['delete from audit', "update audit set action = ''"])
    await expect(sql.raw(change).execute(api.db.writer)).rejects.toThrow(/is append-only/);
});

it('loses nothing when killed at any point, and the next run continues the archive', async () => {
  await simulateDay(1200);
  api.clock.advance((keepDays + 1) * dayMs);
  const before = await loadEntries();
  // Killed before the archive is recorded, between deletions, and during the last one.
  for (const transactions of [0, 1, 1, 1]) {
    await expect(runArchive(createInterruptedDb(api.db, transactions))).rejects.toThrow('killed');
    const files = readdirSync(folder).map((name) => readLines(join(folder, name)).map(({ seq }) => seq));
    expect(files).toEqual([before.map(({ seq }) => Number(seq))]);
    const remaining = new Set((await loadEntries()).map(({ seq }) => Number(seq)));
    expect(before.every(({ seq }) => remaining.has(Number(seq)) || files[0]?.includes(Number(seq)))).toBe(
      true,
    );
  }
  await runArchive();
  expect(await loadEntries()).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await reconcile(api.db.read)).toEqual([]);
});

it('changes nothing if the file exists with different content or can’t be read', async () => {
  await simulateDay(1);
  api.clock.advance((keepDays + 1) * dayMs);
  const before = await loadEntries();
  const file = join(folder, 'audit_2025-03-04_2025-03-04.jsonl.gz');
  for (const content of [gzipSync('{"seq":1}\n'), Buffer.from('no archive')]) {
    writeFileSync(file, content);
    await expect(runArchive()).rejects.toThrow(file);
    expect(readFileSync(file)).toEqual(content);
    expect(await loadEntries()).toEqual(before);
    expect(readdirSync(folder)).toHaveLength(1);
  }
});

it('requires a retention of at least a month and an existing folder', async () => {
  const options = { folder, now: api.clock.now() };
  await expect(archiveAudit(api.db, { ...options, keepDays: 30 })).rejects.toThrow('31 days');
  await expect(archiveAudit(api.db, { ...options, folder: join(folder, 'no'), keepDays })).rejects.toThrow(
    "doesn't exist",
  );
});
