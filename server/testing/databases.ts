import { sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteMemory } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';
import { memoizeInProcess, migratedSnapshot, snapshotOf } from './snapshots.ts';

/**
 * Opens an empty, migrated database: in memory, or a new one on PostgreSQL when TEST_DATABASE_URL is set. It
 * is copied from one that this process migrated, which takes a tenth of the time.
 */
export async function openTestDb(): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? openCopy(url) : openSqliteMemory(await migratedSnapshot());
}

/**
 * Opens a migrated, filled database, copied from one that this process has filled once.
 *
 * @param name identifies the contents
 */
export async function openFilledTestDb(name: string, fill: (db: Db) => Promise<unknown>): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openSqliteMemory(await memoizeInProcess(name, () => snapshotOf(fill)));
  const template = await memoizeInProcess(`${url} ${name}`, () => filledTemplate(url, name, fill));
  return openDatabase(url, await copyOf(url, template));
}

/** Counter that distinguishes copies. */
let lastCopy = 0;
const copyName = () => `${process.pid}_${++lastCopy}_${Date.now().toString(36)}`;

/** Opens an empty, migrated PostgreSQL database on the server of this URL. */
export async function openCopy(given: string): Promise<Db> {
  return openDatabase(
    given,
    await copyOf(given, await memoizeInProcess(given, () => migratedTemplate(given))),
  );
}

/**
 * Creates a copy of a template database file by file. The default strategy since PostgreSQL 15 writes each
 * page to the log, which takes ten times as long.
 */
async function copyOf(given: string, template: string) {
  const knowsStrategies = await memoizeInProcess(`strategies of ${given}`, async () => {
    const { rows } = await outside(given, (run) =>
      run(sql<{ version: number }>`select current_setting('server_version_num')::int as version`),
    );
    return (rows[0]?.version ?? 0) >= 150_000;
  });
  return sql`template ${sql.table(template)} ${knowsStrategies ? sql`strategy file_copy` : sql``}`;
}

/** Creates the template database anew, because one from an earlier run may be outdated. */
async function migratedTemplate(given: string): Promise<string> {
  const own = `${nameIn(given)}_${process.env['VITEST_POOL_ID'] ?? 'alone'}`;
  const collation = await collationOf(given);
  await outside(given, async (run) => {
    const { rows } = await run(
      sql<{
        name: string;
      }>`select datname as name from pg_database where datname = ${own} or starts_with(datname, ${`${own}_`})`,
    );
    for (const { name } of rows) await run(sql`drop database ${sql.table(name)} with (force)`);
    await run(sql`create database ${sql.table(own)} ${collation}`);
  });
  const db = openPostgres({ url: urlOf(given, own), poolSize: 1 });
  await migrate(db);
  await db.close();
  return own;
}

/** Creates the template of filled databases. */
async function filledTemplate(
  given: string,
  name: string,
  fill: (db: Db) => Promise<unknown>,
): Promise<string> {
  const migrated = await memoizeInProcess(given, () => migratedTemplate(given));
  const own = `${migrated}_${name}`;
  const copy = await copyOf(given, migrated);
  await outside(given, (run) => run(sql`create database ${sql.table(own)} ${copy}`));
  const db = openPostgres({ url: urlOf(given, own), poolSize: 1 });
  await fill(db);
  await db.close();
  return own;
}

/** Returns the collation of the given database, which may differ from its server's. */
async function collationOf(given: string) {
  const { rows } = await outside(given, (run) =>
    run(sql<{ icu: string | null }>`
      select case when datlocprovider = 'i' then coalesce(to_jsonb(d)->>'daticulocale', to_jsonb(d)->>'datlocale') end as icu
      from pg_database as d where datname = current_database()`),
  );
  const icu = rows[0]?.icu;
  return icu ? sql`template template0 locale_provider icu icu_locale ${sql.lit(icu)}` : sql``;
}

/** Creates a database next to the given one; closing it drops it. */
async function openDatabase(given: string, like: ReturnType<typeof sql>): Promise<Db> {
  const name = `${nameIn(given)}_${process.env['VITEST_POOL_ID'] ?? 'alone'}_${copyName()}`;
  await outside(given, (run) => run(sql`create database ${sql.table(name)} ${like}`));
  // More connections than concurrent test clients, with prepared statements: planning is most of the server's
  // work.
  const db = openPostgres({ url: urlOf(given, name), poolSize: 25, keepsStatements: true });
  return {
    ...db,
    async close() {
      await db.close();
      await outside(given, (run) => run(sql`drop database if exists ${sql.table(name)} with (force)`));
    },
  };
}

const nameIn = (given: string) => new URL(given).pathname.slice(1);

function urlOf(given: string, name: string): string {
  const url = new URL(given);
  url.pathname = `/${name}`;
  return url.href;
}

type Run = <T>(query: ReturnType<typeof sql<T>>) => Promise<{ rows: T[] }>;

/** Runs work on a connection to the given database. */
async function outside<T>(given: string, work: (run: Run) => Promise<T>): Promise<T> {
  const db = openPostgres({ url: given, poolSize: 1 });
  try {
    return await work((query) => query.execute(db.writer));
  } finally {
    await db.close();
  }
}
