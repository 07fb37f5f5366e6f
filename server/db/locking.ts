import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './tables.ts';
import type { Dialect, Queryable, Reader, Tx } from './types.ts';

/** A connection that says which engine it speaks to. */
export function withDialect(db: Kysely<Database>, dialect: Dialect): Reader {
  return Object.assign(db, { dialect });
}

/** A transaction that says which engine it speaks to, and locks what it selects where that is needed. */
export function toTx(tx: Transaction<Database>, dialect: Dialect): Tx {
  const lock: Tx['lock'] = (query) => (dialect === 'postgres' ? query.forUpdate() : query);
  return Object.assign(tx, { dialect, lock });
}

/**
 * Keeps rows as they are until the transaction ends: whoever changes or deletes one (and locks it for that) waits, and
 * we wait for who does so already, so that what is read of them afterwards holds. Others may hold them, too. Does
 * nothing outside a transaction and on SQLite.
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
 * One transaction at a time from here on, of all that name the same: what is counted afterwards is still so many when
 * this one commits. Nothing that others lock is locked afterwards, so that nobody waits in a circle. Nothing is needed on SQLite.
 */
export async function acquireTransactionLock(tx: Tx, what: string): Promise<void> {
  if (tx.dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx);
}
