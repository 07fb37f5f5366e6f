import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { busyTimeoutMs } from './busy.ts';
import { classifyDbError } from './failures.ts';
import { toTx, withDialect } from './locking.ts';
import { Mutex } from './mutex.ts';
import type { Db, Reader } from './types.ts';

/** Polling interval for a lock of another process, in ms. */
const pollMs = 20;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One connection that serves one transaction or query at a time. */
class QueueingDriver extends SqliteDriver {
  readonly #mutex: Mutex;
  readonly #waitMs: number;
  /** Deadline shared by the wait for its turn and the wait for another process's lock. */
  #deadline = 0;

  constructor(database: SqliteDatabase, waitMs: number) {
    super({ database });
    this.#mutex = new Mutex(waitMs);
    this.#waitMs = waitMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = Date.now() + this.#waitMs;
    await this.#mutex.acquire();
    this.#deadline = deadline;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  /**
   * Waits here instead of in SQLite's busy handler, which would block this process's reads. Once an immediate
   * transaction has begun, no lock can block it.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = this.#deadline;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (classifyDbError(error) !== 'busy' || Date.now() >= deadline) throw error;
        await pause(pollMs);
      }
    }
  }

  /**
   * When the disk is full, SQLite ends the transaction itself; the failing rollback must not hide the
   * original error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    }
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  /** Kysely assumes that SQLite can't roll back schema changes, but it can. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely's own queue has no time limit; the mutex above has. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class CustomSqliteDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    super({ database: () => Promise.reject(new Error('The database is opened by the driver.')) });
    this.#driver = driver;
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** Creates a reader for any SQLite driver. */
export const connectSqlite = (driver: Driver): Reader =>
  withDialect(new Kysely({ dialect: new CustomSqliteDialect(driver) }), 'sqlite');

export interface SqliteConnections {
  writer: SqliteDatabase;
  reader?: SqliteDatabase;
  /** Maximum wait of a write, in ms; five seconds by default. */
  waitMs?: number;
}

/**
 * Opens the application's database over any SQLite (node:sqlite on the server, WebAssembly in a browser tab).
 * With a second, read-only connection to the same file, reads don't wait for a transaction and see only
 * committed data. Without one (in memory), reads and writes take turns.
 */
export function createSqliteDb(connections: SqliteConnections): Db {
  const waitMs = connections.waitMs ?? busyTimeoutMs;
  const writer = connectSqlite(new QueueingDriver(connections.writer, waitMs));
  const { reader } = connections;
  const read = reader ? connectSqlite(new SqliteDriver({ database: reader })) : writer;
  return {
    dialect: 'sqlite',
    read,
    writer,
    write: (work) => writer.transaction().execute((tx) => work(toTx(tx, 'sqlite'))),
    async close() {
      if (read !== writer) await read.destroy();
      await writer.destroy();
    },
  };
}
