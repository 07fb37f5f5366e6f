import { type RawBuilder, sql } from 'kysely';
import { holdersOf } from '../master-data/users-of-rows.ts';

/** Every column that may show the picture of the row at hand. */
const places = holdersOf('gallery').map(({ table, column }) => ({
  from: sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('gallery._id')}`,
}));

/** How many rows show it. */
export const countUses: RawBuilder<number> = sql`(${sql.join(
  places.map(({ from }) => sql`(select count(*) ${from})`),
  sql` + `,
)})`;

/** Whether any row does: ends at the first. */
export const isUsed: RawBuilder<boolean> = sql`(${sql.join(
  places.map(({ from }) => sql`exists (select 1 ${from})`),
  sql` or `,
)})`;
