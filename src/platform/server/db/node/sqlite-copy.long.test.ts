import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedDemonstration } from '#app/server/seed/demonstration.ts';
import { migrate, NewerDatabaseError } from '../migrate.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { Db } from '../types.ts';
import { openSqliteFile } from './sqlite.ts';
import { backUpSqlite, restoreSqlite } from './sqlite-copy.ts';

const home = mkdtempSync(join(tmpdir(), 'commissary-copy-'));
const template = join(home, 'business.db');
let folder: string;
const toPath = (name: string) => join(folder, name);

beforeAll(async () => {
  const db = openSqliteFile(template);
  await migrate(db);
  await seedDemonstration(
    db,
    { now: () => new Date('2026-11-21T04:00:00.000Z') },
    { hash: async () => 'hashed' },
    // Ten days suffice: a copy is a single step regardless of the database's size.
    { days: 10 },
  );
  await db.close();
});
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(home, 'test-'));
  copyFileSync(template, toPath('live.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const addSetting = (db: Db, n: number) =>
  db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key: `written ${n}`, value: 'true' })
      .execute(),
  );

test('a backup under load is a consistent snapshot and can be restored to a different file', async () => {
  const db = openSqliteFile(toPath('live.db'));
  const copy = backUpSqlite(toPath('live.db'), toPath('backup.db'));
  for (let n = 0; n < 20; n += 1) await addSetting(db, n);
  await copy;
  const orders = await db.read
    .selectFrom('orders')
    .select(['orderNo', 'status'])
    .orderBy('orderNo')
    .execute();
  await db.close();
  await restoreSqlite(toPath('backup.db'), toPath('other.db'));
  const restored = openSqliteFile(toPath('other.db'));
  expect(await reconcile(restored.read)).toEqual([]);
  expect(
    await restored.read.selectFrom('orders').select(['orderNo', 'status']).orderBy('orderNo').execute(),
  ).toEqual(orders);
  await restored.close();
});

test('a restore replaces existing data', async () => {
  const db = openSqliteFile(toPath('live.db'));
  await addSetting(db, 1);
  await backUpSqlite(toPath('live.db'), toPath('backup.db'));
  await addSetting(db, 2);
  await db.close();
  await restoreSqlite(toPath('backup.db'), toPath('live.db'));
  const reopened = openSqliteFile(toPath('live.db'));
  const keys = await reopened.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'written%')
    .execute();
  expect(keys).toEqual([{ key: 'written 1' }]);
  await reopened.close();
});

test('a backup is a single file, even after it was read', async () => {
  await backUpSqlite(toPath('live.db'), toPath('backup.db'));
  await restoreSqlite(toPath('backup.db'), toPath('other.db'));
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
});

test("a backup doesn't overwrite files or leave a partial file", async () => {
  writeFileSync(toPath('backup.db'), 'precious');
  await expect(backUpSqlite(toPath('live.db'), toPath('backup.db'))).rejects.toThrow('already exists');
  expect(existsSync(toPath('backup.db.unfinished'))).toBe(false);
});

test('rejects a damaged or newer database and changes nothing', async () => {
  writeFileSync(toPath('letter.txt'), 'Dear Sir or Madam, this is not a database.');
  await expect(restoreSqlite(toPath('letter.txt'), toPath('live.db'))).rejects.toThrow(
    'is not a valid SQLite database',
  );
  await backUpSqlite(toPath('live.db'), toPath('newer.db'));
  const newer = new DatabaseSync(toPath('newer.db'));
  newer.exec("insert into kysely_migration (name, timestamp) values ('999-later', '')");
  newer.close();
  await expect(restoreSqlite(toPath('newer.db'), toPath('live.db'))).rejects.toThrow(NewerDatabaseError);
  const unchanged = openSqliteFile(toPath('live.db'));
  expect(await reconcile(unchanged.read)).toEqual([]);
  await unchanged.close();
});
