import { sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteMemory } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';

let lastSchema = 0;

/** An empty, migrated database: in memory, or a schema of its own on PostgreSQL when TEST_DATABASE_URL is set. With `upTo`
 * it is as old as that migration. */
export async function openTestDb(upTo?: string): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  const db = url ? await openSchema(url) : openSqliteMemory();
  await migrate(db, upTo);
  return db;
}

/**
 * Test files run in several processes, and each has a database of its own beside the given one: Kysely's migrator looks
 * at every schema of a database, and fails when another process drops one meanwhile. Kept for the next run.
 */
async function databaseOfProcess(given: string): Promise<string> {
  const url = new URL(given);
  url.pathname += `_${process.env['VITEST_POOL_ID'] ?? 'alone'}`;
  const name = url.pathname.slice(1);
  const outside = openPostgres({ url: given, poolSize: 1 });
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(outside.writer);
  if (rows.length === 0) {
    // With the collation of the given one, which need not be that of its server.
    const { rows: given } = await sql<{ icu: string | null }>`
      select case when datlocprovider = 'i' then coalesce(to_jsonb(d)->>'daticulocale', to_jsonb(d)->>'datlocale') end as icu
      from pg_database as d where datname = current_database()`.execute(outside.writer);
    const icu = given[0]?.icu;
    const collation = icu ? sql` template template0 locale_provider icu icu_locale ${sql.lit(icu)}` : sql``;
    await sql`create database ${sql.table(name)}${collation}`.execute(outside.writer);
  }
  await outside.close();
  return url.href;
}

async function openSchema(given: string): Promise<Db> {
  // Every test file loads this module anew; the process lives on.
  const url = (process.env['TEST_DATABASE_OF_PROCESS'] ??= await databaseOfProcess(given));
  const schema = `test_${process.pid}_${++lastSchema}_${Date.now().toString(36)}`;
  const outside = openPostgres({ url, poolSize: 1 });
  await sql`create schema ${sql.table(schema)}`.execute(outside.writer);
  const db = openPostgres({ url, schema, poolSize: 25 });
  return {
    ...db,
    async close() {
      await db.close();
      await sql`drop schema ${sql.table(schema)} cascade`.execute(outside.writer);
      await outside.close();
    },
  };
}
