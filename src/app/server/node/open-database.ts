import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { DevelopmentDatabaseError, migrate, NewerDatabaseError } from '#platform/server/db/migrate.ts';
import {
  acquirePostgresStartupLock,
  acquireSqliteStartupLock,
} from '#platform/server/db/node/startup-lock.ts';
import { openPostgres } from '#platform/server/db/node/postgres.ts';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';
import { type Config, ConfigError } from './config.ts';

export const databaseFile = 'commissary.db';
/** An empty file next to the database, locked by the process that prepares it. */
const lockFile = 'commissary.lock';

/** An AggregateError for several addresses of one host has only a code. */
const getErrorMessage = (error: unknown) =>
  error instanceof Error
    ? error.message || String((error as NodeJS.ErrnoException).code ?? error)
    : String(error);

/**
 * Creates a folder and its parents. Node's recursive mkdir never returns in file systems without folders,
 * such as /proc.
 *
 * @throws the file system's error
 */
export function createFolder(path: string): void {
  const fullPath = resolve(path);
  if (existsSync(fullPath)) return;
  createFolder(dirname(fullPath));
  try {
    mkdirSync(fullPath);
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(fullPath)) throw error;
  }
}

interface OpenOptions {
  /** Additional preparation, done by one process at a time before the database is used. */
  prepare?(db: Db): Promise<void>;
  /** Called when another process is preparing the same database. */
  onWait?(): void;
}

/**
 * Opens the configured database and migrates it under an exclusive lock.
 *
 * @throws ConfigError with a remedy
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'poolSize'>,
  { prepare, onWait = () => undefined }: OpenOptions = {},
): Promise<Db> {
  const { databaseUrl, dataDir, poolSize } = config;
  const lock = await (databaseUrl
    ? withDatabaseServer(databaseUrl, () => acquirePostgresStartupLock(databaseUrl, onWait))
    : withDataFolder(dataDir, () => {
        createFolder(dataDir);
        return acquireSqliteStartupLock(join(dataDir, lockFile), onWait);
      }));
  try {
    const db = databaseUrl
      ? await withDatabaseServer(databaseUrl, async () => openPostgres({ url: databaseUrl, poolSize }))
      : await withDataFolder(dataDir, async () => openSqliteFile(join(dataDir, databaseFile)));
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
    if (error instanceof ConfigError) throw error;
    if (error instanceof NewerDatabaseError || error instanceof DevelopmentDatabaseError)
      throw new ConfigError(error.message);
    throw new ConfigError(`Couldn't upgrade the database: ${getErrorMessage(error)}`);
  } finally {
    await lock.release().catch(() => undefined);
  }
}

async function withDataFolder<T>(dataDir: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new ConfigError(
      `Can't use the data folder ${dataDir} (${getErrorMessage(error)}). Make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

async function withDatabaseServer<T>(url: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const address = new URL(url);
    throw new ConfigError(
      `Can't reach the database at ${address.host}${address.pathname} (${getErrorMessage(error)}). Check DATABASE_URL and that the server is running.`,
    );
  }
}

/** Updates SQLite's statistics, so that it chooses the right index for a long history. */
async function refreshStatistics(db: Db): Promise<void> {
  if (db.dialect !== 'sqlite') return;
  // Skipped while another process writes; the next start does it.
  await sql`pragma optimize = 0x10002`.execute(db.writer).catch(() => undefined);
}
