import { sql } from 'kysely';
import { migrate } from '#platform/server/db/migrate.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { memoizeInProcess, getMigratedSnapshot, createSnapshot } from './snapshots.ts';

/**
 * Opens an empty, migrated database: in memory, or a new one on PostgreSQL when TEST_DATABASE_URL is set.
 * Copying a database that this process has migrated takes a tenth of the time of migrating a new one.
 */
export async function openTestDb(): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  return url ? openCopy(url) : openSqliteMemory(await getMigratedSnapshot());
}

/**
 * Opens a migrated, filled database, copied from one that this process has filled once.
 *
 * @param name identifies the contents
 */
export async function openFilledTestDb(name: string, fill: (db: Db) => Promise<unknown>): Promise<Db> {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) return openSqliteMemory(await memoizeInProcess(name, () => createSnapshot(fill)));
  const template = await memoizeInProcess(`${url} ${name}`, () => createFilledTemplate(url, name, fill));
  return openDatabase(url, await buildCopyClause(url, template));
}

/** Opens a PostgreSQL database without any tables on the server of this URL. */
export async function openEmptyPostgres(serverUrl: string): Promise<Db> {
  return openDatabase(serverUrl, await buildCollationClause(serverUrl));
}

/** Counter that distinguishes copies. */
let lastCopy = 0;
const buildCopyName = () => `${process.pid}_${++lastCopy}_${Date.now().toString(36)}`;

/** Opens an empty, migrated PostgreSQL database on the server of this URL. */
export async function openCopy(serverUrl: string): Promise<Db> {
  return openDatabase(
    serverUrl,
    await buildCopyClause(
      serverUrl,
      await memoizeInProcess(serverUrl, () => createMigratedTemplate(serverUrl)),
    ),
  );
}

/**
 * Builds the clause that copies a template database file by file. The default strategy since PostgreSQL 15
 * writes each page to the log, which takes ten times as long.
 */
async function buildCopyClause(serverUrl: string, template: string) {
  const supportsStrategy = await memoizeInProcess(`strategies of ${serverUrl}`, async () => {
    const { rows } = await withServer(serverUrl, (execute) =>
      execute(sql<{ version: number }>`select current_setting('server_version_num')::int as version`),
    );
    return (rows[0]?.version ?? 0) >= 150_000;
  });
  return sql`template ${sql.table(template)} ${supportsStrategy ? sql`strategy file_copy` : sql``}`;
}

/** Recreates the template database, because one from an earlier run may be outdated. */
async function createMigratedTemplate(serverUrl: string): Promise<string> {
  const templateName = `${getDatabaseName(serverUrl)}_${process.env['VITEST_POOL_ID'] ?? 'alone'}`;
  const collation = await buildCollationClause(serverUrl);
  await withServer(serverUrl, async (execute) => {
    const { rows } = await execute(
      sql<{
        name: string;
      }>`select datname as name from pg_database where datname = ${templateName} or starts_with(datname, ${`${templateName}_`})`,
    );
    for (const { name } of rows) await execute(sql`drop database ${sql.table(name)} with (force)`);
    await execute(sql`create database ${sql.table(templateName)} ${collation}`);
  });
  const db = openPostgres({ url: buildUrl(serverUrl, templateName), poolSize: 1 });
  await migrate(db);
  await db.close();
  return templateName;
}

/** Creates the template of filled databases. */
async function createFilledTemplate(
  serverUrl: string,
  name: string,
  fill: (db: Db) => Promise<unknown>,
): Promise<string> {
  const migrated = await memoizeInProcess(serverUrl, () => createMigratedTemplate(serverUrl));
  const templateName = `${migrated}_${name}`;
  const copy = await buildCopyClause(serverUrl, migrated);
  await withServer(serverUrl, (execute) => execute(sql`create database ${sql.table(templateName)} ${copy}`));
  const db = openPostgres({ url: buildUrl(serverUrl, templateName), poolSize: 1 });
  await fill(db);
  await db.close();
  return templateName;
}

/** Builds the clause for the collation of the given database, which may differ from the server's default. */
async function buildCollationClause(serverUrl: string) {
  const { rows } = await withServer(serverUrl, (execute) =>
    execute(sql<{ icu: string | null }>`
      select case when datlocprovider = 'i' then coalesce(to_jsonb(d)->>'daticulocale', to_jsonb(d)->>'datlocale') end as icu
      from pg_database as d where datname = current_database()`),
  );
  const icu = rows[0]?.icu;
  return icu ? sql`template template0 locale_provider icu icu_locale ${sql.lit(icu)}` : sql``;
}

/** Creates a database next to the given one; closing it drops it. */
async function openDatabase(serverUrl: string, clause: ReturnType<typeof sql>): Promise<Db> {
  const name = `${getDatabaseName(serverUrl)}_${process.env['VITEST_POOL_ID'] ?? 'alone'}_${buildCopyName()}`;
  await withServer(serverUrl, (execute) => execute(sql`create database ${sql.table(name)} ${clause}`));
  // More connections than concurrent test clients, with prepared statements: planning is most of the server's
  // work.
  const db = openPostgres({ url: buildUrl(serverUrl, name), poolSize: 25, keepsStatements: true });
  return {
    ...db,
    async close() {
      await db.close();
      await withServer(serverUrl, (execute) =>
        execute(sql`drop database if exists ${sql.table(name)} with (force)`),
      );
    },
  };
}

const getDatabaseName = (serverUrl: string) => new URL(serverUrl).pathname.slice(1);

function buildUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

type Execute = <T>(query: ReturnType<typeof sql<T>>) => Promise<{ rows: T[] }>;

/** Runs work on a connection to the given database. */
async function withServer<T>(serverUrl: string, work: (execute: Execute) => Promise<T>): Promise<T> {
  const db = openPostgres({ url: serverUrl, poolSize: 1 });
  try {
    return await work((query) => query.execute(db.writer));
  } finally {
    await db.close();
  }
}
