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
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  const db = openSqliteFile(template);
  await migrate(db);
  await seedDemonstration(
    db,
    { now: () => new Date('2026-11-21T04:00:00.000Z') },
    { hash: async () => 'hashed' },
    // Ten days suffice: a copy is a single step regardless of its size.
    { days: 10 },
  );
  await db.close();
});
afterAll(() => rmSync(home, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(home, 'test-'));
  copyFileSync(template, at('live.db'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const setting = (db: Db, n: number) =>
  db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key: `written ${n}`, value: 'true' })
      .execute(),
  );

test('a backup under load is one snapshot and can be restored elsewhere', async () => {
  const db = openSqliteFile(at('live.db'));
  const copy = backUpSqlite(at('live.db'), at('backup.db'));
  for (let n = 0; n < 20; n += 1) await setting(db, n);
  await copy;
  const orders = await db.read
    .selectFrom('orders')
    .select(['orderNo', 'status'])
    .orderBy('orderNo')
    .execute();
  await db.close();
  await restoreSqlite(at('backup.db'), at('elsewhere.db'));
  const restored = openSqliteFile(at('elsewhere.db'));
  expect(await reconcile(restored.read)).toEqual([]);
  expect(
    await restored.read.selectFrom('orders').select(['orderNo', 'status']).orderBy('orderNo').execute(),
  ).toEqual(orders);
  await restored.close();
});

test('a restore replaces existing data', async () => {
  const db = openSqliteFile(at('live.db'));
  await setting(db, 1);
  await backUpSqlite(at('live.db'), at('backup.db'));
  await setting(db, 2);
  await db.close();
  await restoreSqlite(at('backup.db'), at('live.db'));
  const reopened = openSqliteFile(at('live.db'));
  const keys = await reopened.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'written%')
    .execute();
  expect(keys).toEqual([{ key: 'written 1' }]);
  await reopened.close();
});

test('a backup is a single file, also after it was read', async () => {
  await backUpSqlite(at('live.db'), at('backup.db'));
  await restoreSqlite(at('backup.db'), at('elsewhere.db'));
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
});

test('a backup never overwrites a file, and leaves no partial file', async () => {
  writeFileSync(at('backup.db'), 'precious');
  await expect(backUpSqlite(at('live.db'), at('backup.db'))).rejects.toThrow('already exists');
  expect(existsSync(at('backup.db.unfinished'))).toBe(false);
});

test('rejects a damaged or newer database and changes nothing', async () => {
  writeFileSync(at('letter.txt'), 'Dear Sir or Madam, this is no database at all.');
  await expect(restoreSqlite(at('letter.txt'), at('live.db'))).rejects.toThrow(
    'is not a valid SQLite database',
  );
  await backUpSqlite(at('live.db'), at('newer.db'));
  const newer = new DatabaseSync(at('newer.db'));
  newer.exec("insert into kysely_migration (name, timestamp) values ('999-later', '')");
  newer.close();
  await expect(restoreSqlite(at('newer.db'), at('live.db'))).rejects.toThrow(NewerDatabaseError);
  const still = openSqliteFile(at('live.db'));
  expect(await reconcile(still.read)).toEqual([]);
  await still.close();
});
