import { sql } from 'kysely';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteMemory } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';
import { memoizeInProcess, migratedSnapshot, snapshotOf } from './snapshots.ts';

/**
 * An empty, migrated database: in memory, or one of its own on PostgreSQL when TEST_DATABASE_URL is set. It is a copy of
 * one that this process has migrated once, which takes a tenth of the time.
 */
export async function openTestDb(): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? openCopy(url) : openSqliteMemory(await migratedSnapshot());
}

/**
 * A migrated database with something in it: a copy of one that this process has filled once.
 *
 * @param name of what is in it: the same name, the same contents
 */
export async function openFilledTestDb(name: string, fill: (db: Db) => Promise<unknown>): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openSqliteMemory(await memoizeInProcess(name, () => snapshotOf(fill)));
  const template = await memoizeInProcess(`${url} ${name}`, () => filledTemplate(url, name, fill));
  return openDatabase(url, await copyOf(url, template));
}

/** How copies of one database are told apart, in this process and from those of others. */
let lastCopy = 0;
const copyName = () => `${process.pid}_${++lastCopy}_${Date.now().toString(36)}`;

/** An empty, migrated database beside the one of this address, on PostgreSQL. */
export async function openCopy(given: string): Promise<Db> {
  return openDatabase(
    given,
    await copyOf(given, await memoizeInProcess(given, () => migratedTemplate(given))),
  );
}

/**
 * As a copy of another database beside it: file by file. From PostgreSQL 15 on it would go page by page through the log, which
 * takes ten times as long.
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

/** Makes the database that this process copies, anew: one that an earlier run has left may be older. */
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

/** Makes the database that copies with something in them are made of. */
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

/** The collation of the given database, which need not be that of its server. */
async function collationOf(given: string) {
  const { rows } = await outside(given, (run) =>
    run(sql<{ icu: string | null }>`
      select case when datlocprovider = 'i' then coalesce(to_jsonb(d)->>'daticulocale', to_jsonb(d)->>'datlocale') end as icu
      from pg_database as d where datname = current_database()`),
  );
  const icu = rows[0]?.icu;
  return icu ? sql`template template0 locale_provider icu icu_locale ${sql.lit(icu)}` : sql``;
}

/** A database of its own beside the given one; closing it drops it. */
async function openDatabase(given: string, like: ReturnType<typeof sql>): Promise<Db> {
  const name = `${nameIn(given)}_${process.env['VITEST_POOL_ID'] ?? 'alone'}_${copyName()}`;
  await outside(given, (run) => run(sql`create database ${sql.table(name)} ${like}`));
  // More connections than clients press at once. They are asked the same again and again, and most of what the server does is to plan it.
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

/** Does something on a connection to the given database. */
async function outside<T>(given: string, work: (run: Run) => Promise<T>): Promise<T> {
  const db = openPostgres({ url: given, poolSize: 1 });
  try {
    return await work((query) => query.execute(db.writer));
  } finally {
    await db.close();
  }
}
