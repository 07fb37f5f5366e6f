import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, NewerDatabaseError } from '../db/migrate.ts';
import { openPostgres } from '../db/node/postgres.ts';
import { openSqliteFile } from '../db/node/sqlite.ts';
import type { Db } from '../db/types.ts';
import { type Config, StartError } from './config.ts';

export const databaseFile = 'commissary.db';

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message || String(error) : String(error);

/** Opens the configured database and brings it up to date. Throws a StartError that says what to do. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'poolSize'>,
): Promise<Db> {
  const db = config.databaseUrl
    ? await connect(config.databaseUrl, config.poolSize)
    : openFile(config.dataDir);
  try {
    await migrate(db);
    await refreshStatistics(db);
  } catch (error) {
    await db.close();
    if (error instanceof NewerDatabaseError) throw new StartError(error.message);
    throw new StartError(`The database cannot be brought up to date: ${messageOf(error)}`);
  }
  return db;
}

function openFile(dataDir: string): Db {
  try {
    mkdirSync(dataDir, { recursive: true });
    return openSqliteFile(join(dataDir, databaseFile));
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}): make it writable or set DATA_DIR to another folder.`,
    );
  }
}

async function connect(url: string, poolSize: number): Promise<Db> {
  const db = openPostgres({ url, poolSize });
  try {
    await sql`select 1`.execute(db.read);
    return db;
  } catch (error) {
    await db.close().catch(() => undefined);
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
