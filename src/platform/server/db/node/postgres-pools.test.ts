import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '#scripts/wait-for.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { QueryCancelledError, sqlState } from '../failures.ts';
import type { Db } from '../types.ts';
import { openPostgres } from './postgres.ts';

const server = process.env['TEST_DATABASE_URL'];

/** More than either pool has connections. */
const many = 24;

/** SQLite uses threads for long reads (sqlite-threads.test.ts). */
describe.skipIf(!server)('long reads on PostgreSQL', () => {
  let t: TestApp;
  let small: TestApp;
  let url: URL;
  beforeAll(async () => {
    t = await createTestApp();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db.read);
    url = new URL(server ?? '');
    url.pathname = `/${rows[0]?.name}`;
    small = await createTestApp({ db: openPostgres({ url: url.href, poolSize: 4 }), isFilled: true });
  });
  afterAll(async () => {
    await small.close();
    await t.close();
  });

  /** Queries that run or wait for a lock now and contain this text. */
  const countActive = async (part: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query ilike ${`%${part}%`}`.execute(
      t.db.read,
    );
    return Number(rows[0]?.count);
  };

  test(`${many} long reports at once don't block lists and writes, and end with their clients`, async () => {
    const { app, db } = small;
    const admin = small.as('admin');
    const leaving = new AbortController();
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = t.db.write(async (tx) => {
      await sql`lock table ${sql.table('stockMoves')} in access exclusive mode`.execute(tx);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    try {
      const reports = Array.from({ length: many }, () =>
        app.request('/api/reports/ledger?from=2026-03-01&to=2026-03-31', {
          headers: { authorization: `Bearer ${admin.token}` },
          signal: leaving.signal,
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

      leaving.abort();
      await Promise.allSettled(reports.map(async (report) => report));
      await waitFor(async () => expect(await countActive('stockMoves')).toBe(0));
    } finally {
      release.resolve();
      await holding;
    }
    expect((await admin.get('/reports/ledger?from=2026-03-01&to=2026-03-31')).status).toBe(200);
    expect(small.errors).toEqual([]);
    expect(
      await db.read.selectFrom('branches').select('_id').where('_id', '=', ids.branch1).execute(),
    ).toHaveLength(1);
  });

  test('cancels a running query with its client, drops a waiting one, and reuses the connection', async () => {
    const leaving = new AbortController();
    const reader = (signal?: AbortSignal) => (small.db as Required<Db>).longRead(signal);
    const sleep = () =>
      sql`select pg_sleep(600)`.execute(reader(leaving.signal)).catch((error: unknown) => error);
    const sleeping = Array.from({ length: 5 }, sleep);
    await waitFor(async () => expect(await countActive('pg_sleep(600)')).toBe(2));
    leaving.abort();
    for (const outcome of await Promise.all(sleeping)) expect(outcome).toBeInstanceOf(QueryCancelledError);
    expect(await countActive('pg_sleep(600)')).toBe(0);
    expect((await sql`select 1 as one`.execute(reader())).rows).toEqual([{ one: 1 }]);
  });

  test('stops a statement that takes too long', async () => {
    const db = openPostgres({ url: url.href, longTimeoutMs: 50 });
    const outcome = await sql`select pg_sleep(600)`
      .execute((db as Required<Db>).longRead())
      .catch((error: unknown) => error);
    expect(sqlState(outcome)).toBe('57014');
    await db.close();
  });
});
