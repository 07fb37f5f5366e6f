import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { openEmptyPostgres, openTestDb } from '#app/server/testing/databases.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { migrate, migrationTable } from '../migrate.ts';
import { copyIntoPostgres } from '../node/copy-into-postgres.ts';
import { openSqliteMemory } from '../node/sqlite.ts';
import type { Db } from '../types.ts';

/*
 * The database of every release must stay readable. `VERSION.sqlite.gz` has one document of each kind,
 * `VERSION.pg.sql.gz` the tables of PostgreSQL. The files are written once per release (CONTRIBUTING.md, "A
 * release") and never changed afterwards.
 */

const folder = import.meta.dirname;
const serverUrl = process.env['TEST_DATABASE_URL'];
/** The version whose files this run writes; unset in normal runs. */
const versionToWrite = process.env['WRITE_RELEASE'];

const releases = [
  ...new Set(
    readdirSync(folder).flatMap((name) => /^(\d+\.\d+\.\d+)\.(?:sqlite|pg\.sql)\.gz$/.exec(name)?.[1] ?? []),
  ),
];
const read = (name: string) => gunzipSync(readFileSync(join(folder, name)));

/** Opens the database of a release as its program left it. */
async function openRelease(release: string): Promise<Db> {
  const sqlite = openSqliteMemory(read(`${release}.sqlite.gz`));
  if (!serverUrl) return sqlite;
  const db = await openEmptyPostgres(serverUrl);
  await sql.raw(read(`${release}.pg.sql.gz`).toString()).execute(db.writer);
  await copyIntoPostgres(sqlite.read, db);
  await sqlite.close();
  return db;
}

/** Describes tables, columns, indexes, triggers and functions, independent of their order. */
async function describeSchema({ dialect, read: reader }: Db): Promise<string[]> {
  const parts =
    dialect === 'sqlite'
      ? sql<{ part: string }>`
          select m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk || ' ' || coalesce(c.dflt_value, '') as part
            from sqlite_master as m join pragma_table_info(m.name) as c where m.type = 'table'
          union all
          select m.name || '.' || f."from" || ' -> ' || f."table" || ' ' || f.on_delete
            from sqlite_master as m join pragma_foreign_key_list(m.name) as f where m.type = 'table'
          union all
          select type || ' ' || name || ' ' || sql from sqlite_master where type in ('index', 'trigger') and sql is not null`
      : sql<{ part: string }>`
          select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' ' || coalesce(l.collname, '') || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as part
            from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
            left join pg_collation as l on l.oid = a.attcollation
            where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
          union all
          select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
            where connamespace = current_schema()::regnamespace
          union all
          select indexdef from pg_indexes where schemaname = current_schema()
          union all
          select pg_get_triggerdef(t.oid) from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
            where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
          union all
          select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace and prokind = 'f'`;
  const { rows } = await parts.execute(reader);
  return rows.map(({ part }) => part.replaceAll(/\s+/g, ' ')).toSorted();
}

it('a database of at least one release is available', () => {
  expect(releases).not.toEqual([]);
});

it.each(releases)('upgrades a database of release %s without losing rows', async (release) => {
  // Must precede the release's database, because a test process that creates its template drops older
  // databases.
  const currentDb = await openTestDb();
  const db = await openRelease(release);
  const countRows = async () => {
    const { rows } = await sql<{ kind: string; n: number }>`
      select ${sql.lit('moves')} as kind, count(*) as n from ${sql.table('stockMoves')}
      union all select ${sql.lit('audit')}, count(*) from ${sql.table('audit')}
      union all select ${sql.lit('orders')}, count(*) from ${sql.table('orders')}`.execute(db.read);
    return rows.map(({ kind, n }) => `${kind}: ${Number(n)}`);
  };
  const before = await countRows();
  await migrate(db);
  expect(await countRows()).toEqual(before);
  expect(await reconcile(db.read)).toEqual([]);

  expect(await describeSchema(db)).toEqual(await describeSchema(currentDb));
  await currentDb.close();

  const api = await createTestApp({ db, isFilled: true });
  onTestFinished(() => api.close());
  for (const { collection, table } of documents) {
    const { rows } = await sql<{
      id: string;
    }>`select ${sql.ref('_id')} as id from ${sql.table(table)}`.execute(db.read);
    expect(rows, collection).not.toEqual([]);
    for (const { id } of rows) {
      const { status, text } = await api.as('admin').get(`/${collection}/${id}`);
      expect(status, text).toBe(200);
    }
  }
  expect(api.errors).toEqual([]);
});

it.runIf(versionToWrite !== undefined)('writes the database of this release', async () => {
  const db = serverUrl ? await openEmptyPostgres(serverUrl) : await openTestDb();
  onTestFinished(() => db.close());
  if (serverUrl) {
    await migrate(db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.read);
    const url = new URL(serverUrl);
    url.pathname = `/${rows[0]?.name}`;
    const dump = execFileSync('pg_dump', ['--schema-only', '--no-owner', '--no-privileges', url.href]);
    // The dump's session settings and client commands would persist beyond it or fail here.
    const statements = dump
      .toString()
      .split('\n')
      .filter((line) => !/^(SET |SELECT pg_catalog\.set_config|\\|--)/.test(line));
    const applied = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from ${sql.table(migrationTable)}`.execute(db.read);
    const names = applied.rows.map(
      ({ name, timestamp }) =>
        `insert into ${migrationTable} (name, timestamp) values ('${name}', '${timestamp}');`,
    );
    writeFileSync(
      join(folder, `${versionToWrite}.pg.sql.gz`),
      gzipSync([...statements, ...names].join('\n')),
    );
    return;
  }
  const api = await createTestApp({ db });
  for (const [kind, sample] of Object.entries(documentSamples)) {
    await sample.make(api, 'branch');
    expect(api.errors, kind).toEqual([]);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'commissary-release-'));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const file = join(scratch, 'database.sqlite');
  await sql`vacuum into ${file}`.execute(db.writer);
  writeFileSync(join(folder, `${versionToWrite}.sqlite.gz`), gzipSync(readFileSync(file), { level: 9 }));
});
