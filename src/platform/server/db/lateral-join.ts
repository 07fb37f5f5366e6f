import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './types.ts';

/**
 * On PostgreSQL, a LATERAL subquery, so that rows are looked up one by one instead of scanning the whole
 * table; on SQLite, a plain table.
 *
 * @param condition the join condition, which must be repeated in the `where`
 */
export const lateralJoin = (
  dialect: Dialect,
  table: string,
  name: string,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const rows = sql`${sql.table(table)} as ${sql.ref(name)}`;
  return dialect === 'postgres'
    ? sql`lateral (select ${sql.ref(name)}.* from ${rows} where ${condition} ${optimizationFence(dialect)}) as ${sql.ref(name)}`
    : rows;
};

/** Ends a correlated subquery that PostgreSQL must run per row instead of turning it into a join. */
export const optimizationFence = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`offset 0` : sql``;
