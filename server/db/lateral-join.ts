import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './types.ts';

/**
 * The rows `name` of a table for each row of what stands before them in a `from`, for `cross join`: PostgreSQL looks for them one by one, and
 * does not go over all that there ever were; SQLite always does. `those` says which, and has to stand in the `where` as well.
 */
export const lateralJoin = (
  dialect: Dialect,
  table: string,
  name: string,
  those: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const rows = sql`${sql.table(table)} as ${sql.ref(name)}`;
  return dialect === 'postgres'
    ? sql`lateral (select ${sql.ref(name)}.* from ${rows} where ${those} ${optimizationFence(dialect)}) as ${sql.ref(name)}`
    : rows;
};

/** Ends a question inside another one that PostgreSQL is to ask for each row, and not to join. */
export const optimizationFence = (dialect: Dialect): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`offset 0` : sql``;
