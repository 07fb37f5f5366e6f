import { existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { migrationTable, assertNotNewer } from '../migrate.ts';

/** More pages than a database has: the copy is one step, so writers cannot make it begin again, nor be seen half. */
const allPages = 2 ** 30;

/** Throws a sentence when a file is not a sound SQLite database. */
export function checkSqliteFile(path: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const answer = Object.values(database.prepare('pragma integrity_check').get() ?? {})[0];
    if (answer !== 'ok') throw new Error(String(answer));
  } catch (error) {
    throw new Error(
      `${path} is not a sound database: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    database?.close();
  }
}

/**
 * Copies a database that may be in use into a new file: the state of one moment, checked before it gets its name.
 *
 * @throws Error when `to` exists, or the copy is not sound.
 */
export async function backUpSqlite(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} exists already: name a new file.`);
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { force: true });
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec('pragma busy_timeout = 5000');
    await backup(source, unfinished, { rate: allPages });
    makeOneFile(unfinished);
    checkSqliteFile(unfinished);
    renameSync(unfinished, to);
  } finally {
    source.close();
    rmSync(unfinished, { force: true });
  }
}

/** Takes a copy out of write-ahead logging: it can be read where nothing can be written, and has no files beside it. */
function makeOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/**
 * Puts a backup in the place of a database, as one transaction of that database: whoever has it open sees the old
 * state or the new one.
 *
 * @throws Error when the backup is not sound, NewerDatabaseError, or somebody keeps the database busy.
 */
export async function restoreSqlite(from: string, to: string): Promise<void> {
  checkSqliteFile(from);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    assertNotNewer(
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
