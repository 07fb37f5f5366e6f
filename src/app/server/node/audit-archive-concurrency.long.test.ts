import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Db } from '#platform/server/db/types.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { databaseFile } from './open-database.ts';

const command = join(import.meta.dirname, '../commands/archive.ts');
const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of cleanUps.splice(0).toReversed()) await step();
});

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-archive-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a database that another process can open, and returns its environment variables. */
async function createSharedDatabase(): Promise<{ db: Db; env: Record<string, string> }> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (!serverUrl) {
    const folder = createFolder();
    return { db: openSqliteFile(join(folder, databaseFile)), env: { DATA_DIR: folder, DATABASE_URL: '' } };
  }
  const url = new URL(serverUrl);
  url.pathname += `_shared_${process.pid}`;
  const serverDb = openPostgres({ url: serverUrl, poolSize: 1 });
  await sql`create database ${sql.table(url.pathname.slice(1))}`.execute(serverDb.writer);
  cleanUps.push(async () => {
    await sql`drop database ${sql.table(url.pathname.slice(1))} with (force)`.execute(serverDb.writer);
    await serverDb.close();
  });
  return { db: openPostgres({ url: url.href, poolSize: 10 }), env: { DATABASE_URL: url.href } };
}

const runArchive = (folder: string, env: Record<string, string>) =>
  new Promise<string>((resolve, reject) => {
    const fullEnv = { ...process.env, ...env, AUDIT_KEEP_DAYS: '100' };
    execFile(process.execPath, [command, folder], { env: fullEnv }, (error, out, err) => {
      if (error) reject(new Error(err || String(error)));
      else resolve(out);
    });
  });

const oldRowCount = 6000;

it('archives while a server runs: every entry is either in the file or in the database', async () => {
  const { db, env } = await createSharedDatabase();
  cleanUps.push(() => db.close());
  await migrate(db);
  // Later than the command's clock on any day, so that concurrent entries are never old enough to be
  // archived.
  const api = await createTestApp({ db, now: '2199-03-04T09:00:00.000Z' });
  const rows = Array.from({ length: oldRowCount }, (_, n) => ({
    at: new Date(Date.parse('2025-03-04T00:00:00.000Z') + n * 60_000).toISOString(),
    userId: ids.users.admin,
    userName: 'Admin',
    ip: '203.0.113.7',
    action: 'edit' as const,
    entity: 'brands' as const,
    entityId: ids.category,
    before: JSON.stringify({ n }),
    after: JSON.stringify({ n: n + 1 }),
    requestId: `old ${n}`,
  }));
  for (let start = 0; start < rows.length; start += 500)
    await db.write((tx) => insertRows(tx, 'audit', rows.slice(start, start + 500)));
  const loadEntries = () => db.read.selectFrom('audit').selectAll().orderBy('seq').execute();
  const before = await loadEntries();
  const oldEntries = before.filter(({ at }) => at < '2026');
  expect(oldEntries).toHaveLength(oldRowCount);

  let isFinished = false;
  const calls = { orders: 0, edits: 0, reads: 0 };
  const expectStatus = async (status: number, call: () => Promise<{ status: number; text: string }>) => {
    const result = await call();
    expect(result.status, result.text).toBe(status);
    // Lets other tasks run, as a network round trip would.
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const body = { deliveryDate: '2199-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const createOrders = async () => {
    for (; !isFinished; calls.orders++) await expectStatus(201, () => api.as('branch').post('/orders', body));
  };
  const editBrand = async () => {
    const { _id } = (await api.as('admin').post('/brands', { name: 'Concurrent' })).body;
    for (; !isFinished; calls.edits++)
      await expectStatus(200, () =>
        api.as('admin').put(`/brands/${_id}`, { name: `Concurrent ${calls.edits}` }),
      );
  };
  const readAudit = async () => {
    for (; !isFinished; calls.reads++) await expectStatus(200, () => api.as('admin').get('/audit?limit=20'));
  };
  const folder = createFolder();
  const work = Promise.all([createOrders(), editBrand(), readAudit()]);
  try {
    expect(await runArchive(folder, env)).toContain(`Archived ${oldRowCount} entries to`);
  } finally {
    isFinished = true;
  }
  await work;
  expect(Math.min(calls.orders, calls.edits, calls.reads)).toBeGreaterThan(10);

  const [name = '', ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  const archived = gunzipSync(readFileSync(join(folder, name)))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => Number((JSON.parse(line) as { seq: number }).seq));
  expect(archived).toEqual(oldEntries.map(({ seq }) => Number(seq)));
  const remaining = (await loadEntries()).map(({ seq }) => Number(seq));
  // First the existing recent rows, then the concurrent ones: one row per request.
  const recentSeqs = before.filter(({ at }) => at > '2026').map(({ seq }) => Number(seq));
  expect(remaining.slice(0, recentSeqs.length)).toEqual(recentSeqs);
  const newEntries = await db.read
    .selectFrom('audit')
    .select((on) => ['action', 'entity', on.fn.countAll<number>().as('n')])
    .where('seq', '>', Number(before.at(-1)?.seq))
    .groupBy(['action', 'entity'])
    .orderBy('entity')
    .execute();
  expect(newEntries.map(({ action, entity, n }) => [action, entity, Number(n)])).toEqual(
    expect.arrayContaining([
      ['create', 'orders', calls.orders],
      ['edit', 'brands', calls.edits],
    ]),
  );
  expect(api.errors).toEqual([]);
  expect(await reconcile(db.read)).toEqual([]);
}, 60_000);
