import type { Queryable } from '#platform/server/db/types.ts';

/** Returns the tags of active pictures in alphabetical order, with their counts. */
export async function countTags(db: Queryable): Promise<{ tag: string; count: number }[]> {
  const rows = await db
    .selectFrom('gallery')
    .select('tags')
    .where('isActive', '=', 1)
    .where('tags', '<>', '[]')
    .execute();
  const counts = new Map<string, number>();
  for (const tag of rows.flatMap(({ tags }) => JSON.parse(tags) as string[])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, count]) => ({ tag, count })).toSorted((a, b) => a.tag.localeCompare(b.tag));
}
