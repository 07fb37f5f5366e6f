import type { SelectQueryBuilder } from 'kysely';
import type { Dialect } from './types.ts';

/**
 * Locks the selected rows until the transaction ends, on PostgreSQL. SQLite needs nothing: there one writing
 * transaction runs at a time. Use: `query.$call(forUpdate(dialect))`.
 */
export function forUpdate(dialect: Dialect) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    dialect === 'postgres' ? query.forUpdate() : query;
}
