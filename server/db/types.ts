import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type Dialect = 'sqlite' | 'postgres';

/** A connection that only reads. Never used inside a transaction: there, read through the transaction. */
export type Reader = Kysely<Database> & { readonly dialect: Dialect };

/** One open transaction. */
export type Tx = Transaction<Database> & {
  readonly dialect: Dialect;
  /**
   * Locks the selected rows until the transaction ends, on PostgreSQL. SQLite needs nothing: there one writing
   * transaction runs at a time. Use: `query.$call(tx.lock)`.
   */
  lock<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>;
};

/** Where a query may run: a plain reader or an open transaction. */
export type Queryable = Reader | Tx;

/** Messages between the processes that share one database (PostgreSQL: LISTEN/NOTIFY). */
export interface Channel {
  /** Sends messages when the transaction commits, in the order of commits; nothing when it does not. */
  notify(tx: Queryable, payloads: readonly string[]): Promise<void>;
  /**
   * Hears the messages of every process, this one included, from when this resolves until `onLost` is called, once. Throws
   * when there is no connection.
   */
  listen(to: { onMessage(payload: string): void; onLost(cause: unknown): void }): Promise<void>;
}

/**
 * The database as the application sees it, handed to `createApp`.
 *
 * `write` runs `work` in one transaction (SQLite: BEGIN IMMEDIATE, one at a time; PostgreSQL: read
 * committed with row locks, retried at most five times on 40001 and 40P01) and resolves after the commit.
 * `work` may run more than once, so it has no effect outside the transaction.
 */
export interface Db {
  readonly dialect: Dialect;
  readonly read: Reader;
  /**
   * For questions that take seconds, where `read` would make everybody wait for them: SQLite answers them on a thread of its own. What has
   * none is asked through `read` (`longReader`).
   */
  readonly longRead?: Reader;
  /** The writing connection itself: for migrations and maintenance, never for requests. */
  readonly writer: Reader;
  /** Absent where one process owns the database. */
  readonly channel?: Channel;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Closes every connection; in-flight work is awaited by the caller first. */
  close(): Promise<void>;
}

/** Where a question is asked that may take seconds. */
export const longReader = ({ longRead, read }: Pick<Db, 'longRead' | 'read'>): Reader => longRead ?? read;
