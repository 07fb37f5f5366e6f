import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { openTestDb } from '#app/server/testing/databases.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock } from '#app/server/testing/orders.ts';
import { getMigratedSnapshot } from '#app/server/testing/snapshots.ts';
import { migrate } from '../migrate.ts';
import type { Db } from '../types.ts';
import { copyIntoPostgres } from './copy-into-postgres.ts';
import { openSqliteMemory } from './sqlite.ts';

describe.skipIf(!process.env['TEST_DATABASE_URL'])('a copy of a SQLite database into PostgreSQL', () => {
  let source: TestApp;
  let target: Db;
  beforeAll(async () => {
    source = await createTestApp({ db: openSqliteMemory(await getMigratedSnapshot()) });
    await receiveStock(source, ids.kitchen, ids.items.flour, 100, 1.2);
    await createOrderInStatus(source, 'Shipped');
    await source.db.writer
      .insertInto('files')
      .values({
        _id: 'f',
        bytes: new Uint8Array([0, 1, 127, 128, 255]),
        type: 'image/webp',
      })
      .execute();
    target = await openTestDb();
    await migrate(target);
    // Runs twice, because the copy replaces existing rows.
    await copyIntoPostgres(source.db.read, target);
    await copyIntoPostgres(source.db.read, target);
  });
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  it('copies every row of every table, including binary columns', async () => {
    const tables = await target.writer.introspection.getTables();
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const readRows = async (db: Db) => {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
          db.writer,
        );
        return rows
          .map((row) =>
            JSON.stringify(
              Object.fromEntries(
                Object.entries(row)
                  .map(([key, value]): [string, unknown] => [
                    key,
                    value instanceof Uint8Array ? [...value] : value,
                  ])
                  .toSorted(([a], [b]) => (a < b ? -1 : 1)),
              ),
            ),
          )
          .toSorted();
      };
      const copied = await readRows(target);
      expect([name, copied]).toEqual([name, await readRows(source.db)]);
      counts[name] = copied.length;
    }
    for (const name of ['stockMoves', 'orders', 'balances', 'audit', 'files'])
      expect(counts[name]).toBeGreaterThan(0);
  });

  it('continues sequences, fires triggers and keeps invariants', async () => {
    await target.writer.deleteFrom('files').execute();
    expect(await reconcile(target.read)).toEqual([]);
    const t = await createTestApp({ db: target, isFilled: true });
    const readMaxSeq = async (db: Db) =>
      Number(
        (
          await db.read
            .selectFrom('stockMoves')
            .select((on) => on.fn.max('seq').as('seq'))
            .executeTakeFirstOrThrow()
        ).seq,
      );
    const before = await readMaxSeq(target);
    expect(before).toBe(await readMaxSeq(source.db));
    await receiveStock(t, ids.kitchen, ids.items.milk, 10, 1);
    expect(await readMaxSeq(target)).toBe(before + 1);
    const forbidden = target.writer.deleteFrom('stockMoves').execute();
    await expect(forbidden).rejects.toThrow();
    expect(await reconcile(target.read)).toEqual([]);
  });
});
