import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { seedMinimalBusiness } from '#app/server/testing/minimal-business.ts';
import { migrate, NewerDatabaseError } from '../migrate.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Db } from '../types.ts';
import { backUpPostgres, restorePostgres } from './postgres-copy.ts';
import { openPostgres } from './postgres.ts';

const server = process.env['TEST_DATABASE_URL'];
const now = new Date('2026-11-21T04:00:00.000Z');

/** Dumps contain whole databases, so these tests create their own; skipped on SQLite. */
describe.skipIf(!server)('a backup of a PostgreSQL database', () => {
  let folder: string;
  let adminDb: Db;
  let opened: Db[];
  let names: string[];
  const toPath = (name: string) => join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commissary-dump-'));
    adminDb = openPostgres({ url: server ?? '', poolSize: 1 });
    [opened, names] = [[], []];
  });
  afterEach(async () => {
    for (const db of opened) await db.close();
    for (const name of names) await sql`drop database ${sql.table(name)}`.execute(adminDb.writer);
    await adminDb.close();
    rmSync(folder, { recursive: true });
  });

  async function createDatabase(): Promise<string> {
    const name = `copy_${process.pid}_${Date.now().toString(36)}_${names.length}`;
    await sql`create database ${sql.table(name)}`.execute(adminDb.writer);
    names.push(name);
    const url = new URL(server ?? '');
    url.pathname = `/${name}`;
    return url.href;
  }

  async function open(url: string): Promise<Db> {
    const db = openPostgres({ url });
    opened.push(db);
    await migrate(db);
    return db;
  }

  async function createBusiness(): Promise<{ url: string; db: Db }> {
    const url = await createDatabase();
    const db = await open(url);
    await db.write((tx) => seedMinimalBusiness(tx, now, 'hashed'));
    return { url, db };
  }

  const addSetting = (db: Db, key: string) =>
    db.write((tx) => tx.insertInto('settings').values({ key, value: 'true' }).execute());
  const listSettings = (db: Db) => db.read.selectFrom('settings').select('key').orderBy('key').execute();

  test('restores into a different database, which can be changed afterwards', async () => {
    const { url, db } = await createBusiness();
    await addSetting(db, 'before');
    backUpPostgres(url, toPath('backup.dump'));
    await addSetting(db, 'after');
    const otherUrl = await createDatabase();
    await restorePostgres(toPath('backup.dump'), otherUrl);
    const restored = await open(otherUrl);
    expect(await listSettings(restored)).toEqual([{ key: 'before' }]);
    expect(await reconcile(restored.read)).toEqual([]);
    const { seq } = await restored.read
      .selectFrom('stockMoves')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    const [move] = await restored.read.selectFrom('stockMoves').selectAll().limit(1).execute();
    const { seq: _, ...copy } = move ?? expect.unreachable();
    const [next] = await restored.write((tx) =>
      tx
        .insertInto('stockMoves')
        .values({ ...copy, docLineId: 'later' })
        .returning('seq')
        .execute(),
    );
    expect(next?.seq).toBe(Number(seq) + 1);
  });

  test('restores a pre-update backup over the updated database', async () => {
    const { url, db } = await createBusiness();
    await addSetting(db, 'before');
    backUpPostgres(url, toPath('backup.dump'));
    await addSetting(db, 'after');
    // Simulates an update that adds a column and a table with a reference.
    await sql`create table "later" ("orderId" text references "orders" ("_id"))`.execute(db.writer);
    await sql`alter table "orders" add column "later" text`.execute(db.writer);
    await restorePostgres(toPath('backup.dump'), url);
    const restored = await open(url);
    expect(await listSettings(restored)).toEqual([{ key: 'before' }]);
    const { rows } = await sql`select 1 from information_schema.columns
      where table_schema = current_schema() and 'later' in (table_name, column_name)`.execute(restored.read);
    expect(rows).toEqual([]);
    expect(await reconcile(restored.read)).toEqual([]);
  });

  test('replaces existing data', async () => {
    const { url, db } = await createBusiness();
    backUpPostgres(url, toPath('backup.dump'));
    await addSetting(db, 'after');
    await restorePostgres(toPath('backup.dump'), url);
    expect(await listSettings(db)).toEqual([]);
    const users = await db.read
      .selectFrom('users')
      .select('_id')
      .where('_id', '=', ids.users.kitchen)
      .execute();
    expect(users).toHaveLength(1);
  });

  test("doesn't overwrite files or leave a partial file", async () => {
    const { url } = await createBusiness();
    writeFileSync(toPath('backup.dump'), 'precious');
    expect(() => backUpPostgres(url, toPath('backup.dump'))).toThrow('already exists');
    expect(() => backUpPostgres(url.replace('/copy_', '/missing_'), toPath('other.dump'))).toThrow(
      'pg_dump failed',
    );
    expect(readdirSync(folder)).toEqual(['backup.dump']);
  });

  test('rejects files that are not a dump or are from a newer version, and changes nothing', async () => {
    const { url, db } = await createBusiness();
    writeFileSync(toPath('letter.txt'), 'Dear Sir or Madam, this is not a dump.');
    await expect(restorePostgres(toPath('letter.txt'), url)).rejects.toThrow(
      'is not a backup of a PostgreSQL database',
    );
    const table = sql.table('kysely_migration');
    await sql`insert into ${table} (name, timestamp) values ('999-later', '')`.execute(db.writer);
    backUpPostgres(url, toPath('newer.dump'));
    await sql`delete from ${table} where name = '999-later'`.execute(db.writer);
    await addSetting(db, 'kept');
    await expect(restorePostgres(toPath('newer.dump'), url)).rejects.toThrow(NewerDatabaseError);
    // A truncated dump is partly readable.
    backUpPostgres(url, toPath('whole.dump'));
    const completeDump = readFileSync(toPath('whole.dump'));
    writeFileSync(toPath('half.dump'), completeDump.subarray(0, completeDump.length - 2000));
    await expect(restorePostgres(toPath('half.dump'), url)).rejects.toThrow();
    expect(await listSettings(db)).toEqual([{ key: 'kept' }]);
  });
});
