import { type RawBuilder, sql } from 'kysely';
import { referencesTo } from '#modules/master-data/server/references.ts';

/** SQL for every column that may reference a picture. */
const referencingColumns = referencesTo('gallery').map(({ table, column }) => ({
  from: sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('gallery._id')}`,
}));

/** Number of rows that show the picture. */
export const countUses: RawBuilder<number> = sql`(${sql.join(
  referencingColumns.map(({ from }) => sql`(select count(*) ${from})`),
  sql` + `,
)})`;

/** Whether any row shows the picture; stops at the first. */
export const isUsed: RawBuilder<boolean> = sql`(${sql.join(
  referencingColumns.map(({ from }) => sql`exists (select 1 ${from})`),
  sql` or `,
)})`;
