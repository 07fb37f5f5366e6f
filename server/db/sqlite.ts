import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Database } from './tables.ts';
import { Turns } from './turns.ts';
import type { Db } from './types.ts';

/** How long a write waits for its turn, and for a lock held by another process. */
export const busyTimeoutMs = 5000;

/** One connection that serves one transaction or query at a time. */
class TurnDriver extends SqliteDriver {
  readonly #turns = new Turns(busyTimeoutMs);

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.give();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk ends the transaction by itself; saying so again must not hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('no transaction is active')) throw error;
    }
  }
}

/** Kysely assumes the opposite, but SQLite does roll back what a migration did to the schema. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TurnSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new TurnDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * The application's database over any SQLite (node:sqlite on the server, WebAssembly in a browser tab).
 *
 * With a second, read-only connection to the same file, reads do not wait for a transaction and see only what is
 * committed. Without one (in memory) reads and writes take turns on the one connection.
 */
export function createSqliteDb(connections: { writer: SqliteDatabase; reader?: SqliteDatabase }): Db {
  const writer = new Kysely<Database>({ dialect: new TurnSqliteDialect(connections.writer) });
  const read = connections.reader
    ? new Kysely<Database>({ dialect: new SqliteDialect({ database: connections.reader }) })
    : writer;
  return {
    dialect: 'sqlite',
    read,
    writer,
    write: (work) => writer.transaction().execute(work),
    async close() {
      if (read !== writer) await read.destroy();
      await writer.destroy();
    },
  };
}
