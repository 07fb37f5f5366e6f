import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { foldText } from '#core/text.ts';
import type { galleryQueryParams } from '#modules/pictures/input.ts';
import { gallery } from '../collection.ts';
import type { JsonField } from '#platform/server/db/json-sql.ts';
import { likePattern, likeJsonElement } from '#platform/server/db/like.ts';
import { listReferencesTo } from '#modules/master-data/server/references.ts';

/** SQL for every column that may reference a picture. */
const referencingColumns = listReferencesTo('gallery').map(({ table, column }) => ({
  from: sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${sql.ref('gallery._id')}`,
}));

/** Number of rows that show the picture. */
const countUses: RawBuilder<number> = sql`(${sql.join(
  referencingColumns.map(({ from }) => sql`(select count(*) ${from})`),
  sql` + `,
)})`;

/** Whether any row shows the picture; stops at the first. */
const isUsed: RawBuilder<boolean> = sql`(${sql.join(
  referencingColumns.map(({ from }) => sql`exists (select 1 ${from})`),
  sql` or `,
)})`;

/** JSON fields of a picture besides its editable ones. */
export const pictureFields: Readonly<Record<string, JsonField>> = {
  type: ['gallery.type', 'text'],
  size: ['gallery.size', 'integer'],
  width: ['gallery.width', 'integer'],
  height: ['gallery.height', 'integer'],
  hash: ['gallery.hash', 'text'],
  createdBy: ['gallery.createdBy', 'text'],
  createdByName: ['gallery.createdByName', 'text'],
  uses: countUses,
};

export const gallerySortFields: Readonly<Record<string, string>> = {
  name: 'gallery.name',
  createdAt: 'gallery.createdAt',
  updatedAt: 'gallery.updatedAt',
  size: 'gallery.size',
};

/** Searches names, alt texts and tags. */
export function buildGalleryConditions({
  q,
  tag,
  unused,
  active,
}: z.output<typeof galleryQueryParams>): Expression<SqlBool>[] {
  const searchWords = foldText(String(q ?? ''))
    .split(' ')
    .filter(Boolean);
  const { table } = gallery;
  return [
    ...searchWords.map(
      (searchWord) =>
        sql<SqlBool>`(gallery.search like ${likePattern(searchWord)} or gallery.tags like ${likePattern(searchWord)})`,
    ),
    ...(tag === undefined ? [] : [sql<SqlBool>`gallery.tags like ${likeJsonElement(String(tag))}`]),
    ...(unused === undefined ? [] : [unused ? sql<SqlBool>`not ${isUsed}` : sql<SqlBool>`${isUsed}`]),
    ...(active === undefined ? [] : [sql<SqlBool>`${sql.ref(`${table}.isActive`)} = ${Number(active)}`]),
  ];
}
