import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './tables.ts';
import type { Dialect, Queryable, Reader, Tx } from './types.ts';

/** Adds the engine's dialect to a connection. */
export function withDialect(db: Kysely<Database>, dialect: Dialect): Reader {
  return Object.assign(db, { dialect });
}

/** Adds the engine's dialect and its row locking to a transaction. */
export function toTx(tx: Transaction<Database>, dialect: Dialect): Tx {
  const lock: Tx['lock'] = (query) => (dialect === 'postgres' ? query.forUpdate() : query);
  return Object.assign(tx, { dialect, lock });
}

/**
 * Takes shared row locks (`for key share`) until the transaction ends, so that other transactions can't
 * change or delete rows read afterwards. Does nothing outside a transaction and on SQLite.
 */
export async function lockRowsShared(
  db: Queryable,
  table: keyof Database,
  values: readonly string[],
  column = '_id',
): Promise<void> {
  if (values.length === 0 || !db.isTransaction || db.dialect === 'sqlite') return;
  await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join([...new Set(values)].toSorted())})
    order by ${sql.ref(column)} for key share`.execute(db);
}

/**
 * Takes a named advisory lock until the commit, so that counts read afterwards stay valid. To avoid
 * deadlocks, take it after all row locks. SQLite doesn't need it.
 */
export async function acquireTransactionLock(tx: Tx, name: string): Promise<void> {
  if (tx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
