import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#server/db/migrate.ts';
import { nodeSqlite } from '#server/db/node/sqlite.ts';
import { createSqliteDb } from '#server/db/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { seedMinimalBusiness, testPassword } from '#server/testing/minimal-business.ts';
import { webCryptoPasswords } from './passwords.ts';

/** One kitchen, two branches, five items and the demonstration users; no orders. Made in milliseconds. */
export async function minimalSnapshot(now: Date): Promise<Uint8Array> {
  const passwordHash = await webCryptoPasswords.hash(testPassword);
  return snapshotOf((db) => db.write((tx) => seedMinimalBusiness(tx, now, passwordHash)));
}

/** The serialized form of a new, migrated database with a seed in it. */
export async function snapshotOf(seed: (db: Db) => Promise<unknown>): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:');
  database.exec('pragma foreign_keys = on');
  const db = createSqliteDb({ writer: nodeSqlite(database) });
  await migrate(db);
  await seed(db);
  const snapshot = database.serialize();
  await db.close();
  return snapshot;
}
