import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely';
import type { Database } from './tables.ts';

export type Dialect = 'sqlite' | 'postgres';

/** A connection that only reads. Inside a transaction, read through the transaction instead. */
export type Reader = Kysely<Database> & { readonly dialect: Dialect };

/** One open transaction. */
export type Tx = Transaction<Database> & {
  readonly dialect: Dialect;
  /**
   * On PostgreSQL, locks the selected rows until the transaction ends. SQLite runs only one write transaction
   * at a time and needs no lock. Usage: `query.$call(tx.lock)`.
   */
  lock<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O>;
};

/** A connection that can run queries: a plain reader or an open transaction. */
export type Queryable = Reader | Tx;

/** Messages between the processes that share one database (PostgreSQL: LISTEN/NOTIFY). */
export interface Channel {
  /** Sends messages when the transaction commits, in commit order. */
  notify(tx: Queryable, payloads: readonly string[]): Promise<void>;
  /**
   * Receives messages from all processes, including this one, from the moment this resolves until `onLost` is
   * called (once).
   *
   * @throws if there is no connection
   */
  listen(to: { onMessage(payload: string): void; onLost(cause: unknown): void }): Promise<void>;
}

/**
 * The application's database, passed to `createApp`. `write` runs `work` in one transaction (SQLite: BEGIN
 * IMMEDIATE, one at a time; PostgreSQL: read committed with row locks, retried up to five times after
 * conflicts with concurrent changes) and resolves after the commit. `work` may run more than once, so it must
 * have no side effects outside the transaction.
 */
export interface Db {
  readonly dialect: Dialect;
  readonly read: Reader;
  /**
   * For queries that take seconds. Their number is limited so that `read` and `write` stay responsive: SQLite
   * runs them on threads, PostgreSQL on a separate pool. When the signal is aborted, waiting queries are
   * dropped and PostgreSQL cancels running ones. Absent for in-memory databases; use `getLongReader`.
   */
  longRead?(signal?: AbortSignal): Reader;
  /** The writing connection itself: for migrations and maintenance, never for requests. */
  readonly writer: Reader;
  /** Absent if only one process uses the database. */
  readonly channel?: Channel;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Closes all connections; the caller awaits in-flight work first. */
  close(): Promise<void>;
}

/** Returns the reader for queries that may take seconds. Aborting the signal cancels them. */
export const getLongReader = (db: Pick<Db, 'longRead' | 'read'>, signal?: AbortSignal): Reader =>
  db.longRead?.(signal) ?? db.read;
