import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { classifyDbError } from '../failures.ts';

/** Number of the advisory lock; arbitrary. */
const lockNumber = 7_305_511_823;
const pollMs = 50;

/** Excludes other processes until `release` is called or this process ends. */
export interface StartupLock {
  release(): Promise<void>;
}

/**
 * Lets one process at a time prepare a PostgreSQL database; the others wait until it is done.
 *
 * @param onWait called if another process has the lock
 * @throws the connection's error
 */
export async function acquirePostgresStartupLock(url: string, onWait: () => void): Promise<StartupLock> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0; set idle_session_timeout = 0');
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [lockNumber],
    );
    if (rows[0]?.isLocked !== true) {
      onWait();
      await client.query('select pg_advisory_lock($1)', [lockNumber]);
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  return { release: () => client.end() };
}

/**
 * Lets one process at a time prepare a SQLite file. The lock is a separate, empty database, which the
 * operating system releases when the process ends.
 *
 * @param path path of the lock file
 */
export async function acquireSqliteStartupLock(path: string, onWait: () => void): Promise<StartupLock> {
  const database = new DatabaseSync(path);
  let hasNotified = false;
  for (;;) {
    try {
      database.exec('pragma busy_timeout = 0; begin exclusive');
      return {
        release: async () => database.close(),
      };
    } catch (error) {
      if (classifyDbError(error) !== 'busy') {
        database.close();
        throw error;
      }
      if (!hasNotified) onWait();
      hasNotified = true;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
