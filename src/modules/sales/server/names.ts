import type { Queryable } from '#platform/server/db/types.ts';

/** Loads the names of items or recipes by id. */
export async function loadNames(db: Queryable, table: 'items' | 'recipes', ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db.selectFrom(table).select(['_id', 'name']).where('_id', 'in', ids).execute();
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}
