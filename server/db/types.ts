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
   * For queries that take seconds, of which a few run at a time and the others wait, so that `read` and `write` stay free for everybody:
   * SQLite runs them on threads, PostgreSQL on a pool of their own. Once the signal is aborted a waiting query is dropped, and
   * PostgreSQL cancels a running one. Absent where the database is in memory; use `longReader`.
   */
  longRead?(signal?: AbortSignal): Reader;
  /** The writing connection itself: for migrations and maintenance, never for requests. */
  readonly writer: Reader;
  /** Absent where one process owns the database. */
  readonly channel?: Channel;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Closes every connection; in-flight work is awaited by the caller first. */
  close(): Promise<void>;
}

/** The reader for queries that may take seconds, until the signal is aborted. */
export const longReader = (db: Pick<Db, 'longRead' | 'read'>, signal?: AbortSignal): Reader =>
  db.longRead?.(signal) ?? db.read;
