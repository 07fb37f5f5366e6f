import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { migrate, NewerDatabaseError } from '../db/migrate.ts';
import { acquirePostgresStartupLock, acquireSqliteStartupLock } from '../db/node/startup-lock.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteFile } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';
import { type Config, StartError } from './config.ts';

export const databaseFile = 'commissary.db';
/** Beside it while the server runs and after: empty, and held by whoever prepares the database. */
const lockFile = 'commissary.lock';

/** Attempts at several addresses of one host say nothing but a code. */
const messageOf = (error: unknown) =>
  error instanceof Error
    ? error.message || String((error as NodeJS.ErrnoException).code ?? error)
    : String(error);

/**
 * Makes a folder and those it is in. Node's own way of doing so never ends in a file system that takes no folders, such
 * as /proc.
 *
 * @throws what the file system says
 */
export function createFolder(path: string): void {
  const whole = resolve(path);
  if (existsSync(whole)) return;
  createFolder(dirname(whole));
  try {
    mkdirSync(whole);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(whole)) throw error;
  }
}

interface OpenOptions {
  /** What else has to be done before anybody uses the database, by one process at a time. */
  prepare?(db: Db): Promise<void>;
  /** Another process is preparing the same database: this one waits. */
  onWait?(): void;
}

/**
 * Opens the configured database and brings it up to date, while no other process does so. Throws a StartError that says
 * what to do.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'poolSize'>,
  { prepare, onWait = () => undefined }: OpenOptions = {},
): Promise<Db> {
  const { databaseUrl, dataDir, poolSize } = config;
  const lock = await (databaseUrl
    ? orUnreachable(databaseUrl, () => acquirePostgresStartupLock(databaseUrl, onWait))
    : orUnusable(dataDir, () => {
        createFolder(dataDir);
        return acquireSqliteStartupLock(join(dataDir, lockFile), onWait);
      }));
  try {
    const db = databaseUrl
      ? await orUnreachable(databaseUrl, async () => openPostgres({ url: databaseUrl, poolSize }))
      : await orUnusable(dataDir, async () => openSqliteFile(join(dataDir, databaseFile)));
    try {
      await migrate(db);
      await refreshStatistics(db);
      await prepare?.(db);
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof NewerDatabaseError) throw new StartError(error.message);
    throw new StartError(`The database cannot be brought up to date: ${messageOf(error)}`);
  } finally {
    await lock.release().catch(() => undefined);
  }
}

async function orUnusable<T>(dataDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}): make it writable or set DATA_DIR to another folder.`,
    );
  }
}

async function orUnreachable<T>(url: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const where = new URL(url);
    throw new StartError(
      `The database at ${where.host}${where.pathname} cannot be reached (${messageOf(error)}): check DATABASE_URL and that the server is running.`,
    );
  }
}

/** Lets SQLite count what has grown since it last did, so that it picks the right index of a long history. */
async function refreshStatistics(db: Db): Promise<void> {
  if (db.dialect !== 'sqlite') return;
  // Somebody else may be writing: then it is done at the next start.
  await sql`pragma optimize = 0x10002`.execute(db.writer).catch(() => undefined);
}
