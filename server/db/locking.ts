import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './tables.ts';
import type { Dialect, Queryable } from './types.ts';

/**
 * Locks the selected rows until the transaction ends, on PostgreSQL. SQLite needs nothing: there one writing
 * transaction runs at a time. Use: `query.$call(forUpdate(dialect))`.
 */
export function forUpdate(dialect: Dialect) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    dialect === 'postgres' ? query.forUpdate() : query;
}

/**
 * Keeps rows as they are until the transaction ends: whoever changes or deletes one (and locks it for that) waits, and
 * we wait for who does so already, so that what is read of them afterwards holds. Others may hold them, too. Does
 * nothing outside a transaction and on SQLite.
 */
export async function holdRows(
  db: Queryable,
  table: keyof Database,
  values: readonly string[],
  column = '_id',
): Promise<void> {
  if (values.length === 0 || !db.isTransaction) return;
  if (!db.getExecutor().adapter.constructor.name.startsWith('Postgres')) return;
  await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join([...new Set(values)].toSorted())})
    order by ${sql.ref(column)} for key share`.execute(db);
}
