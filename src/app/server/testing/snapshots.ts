import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#platform/server/db/migrate.ts';
import { nodeSqlite } from '#platform/server/db/node/sqlite.ts';
import { createSqliteDb } from '#platform/server/db/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';

/** Memoizes `create` for this process: every test file reloads our modules, and migrating takes time. */
export function memoizeInProcess<T>(name: string, create: () => Promise<T>): Promise<T> {
  const memoized = ((globalThis as { testCache?: Map<string, Promise<unknown>> }).testCache ??= new Map());
  if (!memoized.has(name)) memoized.set(name, create());
  return memoized.get(name) as Promise<T>;
}

/** Returns the serialized form of a new, migrated SQLite database. */
export const getMigratedSnapshot = () =>
  memoizeInProcess('migrated', () => serialize(new DatabaseSync(':memory:'), migrate));

/** Returns the serialized form of a new, migrated and seeded SQLite database. */
export async function createSnapshot(seed: (db: Db) => Promise<unknown>): Promise<Uint8Array> {
  const database = new DatabaseSync(':memory:');
  database.deserialize(await getMigratedSnapshot());
  database.exec('pragma foreign_keys = on');
  return serialize(database, seed);
}

async function serialize(database: DatabaseSync, fill: (db: Db) => Promise<unknown>): Promise<Uint8Array> {
  const db = createSqliteDb({ writer: nodeSqlite(database) });
  await fill(db);
  const snapshot = database.serialize();
  await db.close();
  return snapshot;
}
