import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { QueryCancelledError, getSqlState } from '../failures.ts';
import type { Db } from '../types.ts';
import { openPostgres } from './postgres.ts';

const server = process.env['TEST_DATABASE_URL'];

/** More than the number of connections in either pool. */
const reportCount = 24;

/** SQLite uses threads for long reads (sqlite-reader-pool.long.test.ts). */
describe.skipIf(!server)('long reads on PostgreSQL', () => {
  let t: TestApp;
  let smallApp: TestApp;
  let url: URL;
  beforeAll(async () => {
    t = await createTestApp();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db.read);
    url = new URL(server ?? '');
    url.pathname = `/${rows[0]?.name}`;
    smallApp = await createTestApp({ db: openPostgres({ url: url.href, poolSize: 4 }), isFilled: true });
  });
  afterAll(async () => {
    await smallApp.close();
    await t.close();
  });

  /** Counts the queries that contain this text and are running or waiting for a lock. */
  const countActive = async (part: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query ilike ${`%${part}%`}`.execute(
      t.db.read,
    );
    return Number(rows[0]?.count);
  };

  test(`${reportCount} concurrent long reports don't block lists and writes, and are cancelled when their clients disconnect`, async () => {
    const { app, db } = smallApp;
    const admin = smallApp.as('admin');
    const disconnect = new AbortController();
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lockHolder = t.db.write(async (tx) => {
      await sql`lock table ${sql.table('stockMoves')} in access exclusive mode`.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    try {
      const reports = Array.from({ length: reportCount }, () =>
        app.request('/api/reports/ledger?from=2026-03-01&to=2026-03-31', {
          headers: { authorization: `Bearer ${admin.token}` },
          signal: disconnect.signal,
        }),
      );
      await waitFor(async () => expect(await countActive('stockMoves')).toBeGreaterThan(0));

      const responses = await Promise.all([
        ...Array.from({ length: 10 }, () => admin.get('/orders?limit=25')),
        admin.post('/brands', { name: 'While reports run' }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(200), 201]);
      // Long reads have two connections; others have four.
      expect(await countActive('stockMoves')).toBeLessThanOrEqual(2);

      disconnect.abort();
      await Promise.allSettled(reports.map(async (report) => report));
      await waitFor(async () => expect(await countActive('stockMoves')).toBe(0));
    } finally {
      release.resolve();
      await lockHolder;
    }
    expect((await admin.get('/reports/ledger?from=2026-03-01&to=2026-03-31')).status).toBe(200);
    expect(smallApp.errors).toEqual([]);
    expect(
      await db.read.selectFrom('branches').select('_id').where('_id', '=', ids.branch1).execute(),
    ).toHaveLength(1);
  });

  test('cancels a running query when its client disconnects, drops a waiting one, and reuses the connection', async () => {
    const disconnect = new AbortController();
    const createReader = (signal?: AbortSignal) => (smallApp.db as Required<Db>).longRead(signal);
    const sleep = () =>
      sql`select pg_sleep(600)`.execute(createReader(disconnect.signal)).catch((error: unknown) => error);
    const queries = Array.from({ length: 5 }, sleep);
    await waitFor(async () => expect(await countActive('pg_sleep(600)')).toBe(2));
    disconnect.abort();
    for (const outcome of await Promise.all(queries)) expect(outcome).toBeInstanceOf(QueryCancelledError);
    expect(await countActive('pg_sleep(600)')).toBe(0);
    expect((await sql`select 1 as one`.execute(createReader())).rows).toEqual([{ one: 1 }]);
  });

  test('stops a statement that takes too long', async () => {
    const db = openPostgres({ url: url.href, longTimeoutMs: 50 });
    const outcome = await sql`select pg_sleep(600)`
      .execute((db as Required<Db>).longRead())
      .catch((error: unknown) => error);
    expect(getSqlState(outcome)).toBe('57014');
    await db.close();
  });
});
