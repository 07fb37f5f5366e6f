import { type RawBuilder, sql } from 'kysely';
import { referencesTo } from '../master-data/references.ts';

/** Every column that may show the picture of the row at hand. */
const places = referencesTo('gallery').map(({ table, column }) => ({
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
