import { type RawBuilder, sql } from 'kysely';
import type { Collection } from '#domain/permissions.ts';
import type { PictureUse } from '#contract/gallery.ts';
import { items } from '#contract/items.ts';
import { resources } from '#contract/resources/index.ts';
import type { Resource } from '#contract/resources/kit.ts';
import type { Queryable } from '../../db/types.ts';

interface Place {
  collection: Collection;
  table: string;
  column: string;
}

/** Every field of every collection that shows a picture. */
const places: readonly Place[] = [...resources, items].flatMap(
  ({ collection, table, fields }: Resource): Place[] =>
    Object.entries(fields).flatMap(([column, { kind }]) =>
      kind === 'picture' ? [{ collection, table, column }] : [],
    ),
);

const shows = ({ table, column }: Place) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref('gallery._id')}`;

/** How many rows show the picture of the row at hand. */
export const countUses: RawBuilder<number> = sql`(${sql.join(
  places.map((place) => sql`(select count(*) from ${sql.table(place.table)} where ${shows(place)})`),
  sql` + `,
)})`;

/** Whether any row does: ends at the first. */
export const isUsed: RawBuilder<boolean> = sql`(${sql.join(
  places.map((place) => sql`exists (select 1 from ${sql.table(place.table)} where ${shows(place)})`),
  sql` or `,
)})`;

const mostNamed = 50;

/** The rows that show a picture, by name, at most fifty. */
export async function usesOf(db: Queryable, id: string): Promise<PictureUse[]> {
  const named = places.map(
    ({
      collection,
      table,
      column,
    }) => sql`select ${sql.lit(collection)} as collection, ${sql.ref('_id')}, name
      from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
  );
  const { rows } = await sql<PictureUse>`select * from (${sql.join(named, sql` union all `)}) as uses
    order by name, ${sql.ref('_id')} limit ${sql.lit(mostNamed)}`.execute(db);
  return rows;
}
