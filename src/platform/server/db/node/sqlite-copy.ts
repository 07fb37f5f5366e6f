import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { migrationTable, assertUpgradable } from '../migrate.ts';

/**
 * More pages than any database has, so that the copy is a single step that concurrent writes can't restart.
 */
const allPages = 2 ** 30;

/**
 * Checks that a file is a valid SQLite database.
 *
 * @throws Error if it is damaged or isn't a database
 */
export function checkSqliteFile(path: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const result = Object.values(database.prepare('pragma integrity_check').get() ?? {})[0];
    if (result !== 'ok') throw new Error(String(result));
  } catch (error) {
    throw new Error(
      `${path} is not a valid SQLite database: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    database?.close();
  }
}

/**
 * Copies a database that may be in use into a new file as a consistent snapshot; the copy is checked before it gets
 * its final name.
 *
 * @throws Error if `to` exists or the copy is damaged
 */
export async function backUpSqlite(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} already exists. Choose another file name.`);
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec('pragma busy_timeout = 5000');
    await backup(source, unfinished, { rate: allPages });
    turnOffWal(unfinished);
    checkSqliteFile(unfinished);
    renameSync(unfinished, to);
  } finally {
    source.close();
    rmSync(unfinished, { force: true });
  }
}

/**
 * Turns write-ahead logging off in a copy: it can then be read on read-only media and has no companion files.
 */
function turnOffWal(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/**
 * Restores a backup in one transaction of the target database; other connections see either the old or the
 * new state.
 *
 * @throws Error if the backup is damaged or the database stays busy, NewerDatabaseError,
 *   DevelopmentDatabaseError
 */
export async function restoreSqlite(from: string, to: string): Promise<void> {
  checkSqliteFile(from);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    assertUpgradable(
      source
        .prepare(`select name from ${migrationTable}`)
        .all()
        .map((row) => String(row['name'])),
    );
    await backup(source, to, { rate: allPages });
  } finally {
    source.close();
  }
}
