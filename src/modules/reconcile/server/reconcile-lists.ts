import type { Queryable } from '#platform/server/db/types.ts';

interface ListOfIds {
  table: 'items' | 'users' | 'orderTemplates' | 'countSchedules';
  column: string;
  /** Ids in an entry with their target; several if a list contains several kinds. */
  ids: (entry: unknown) => readonly (readonly [to: Target, id: string])[];
}

type Target = 'brands' | 'branches' | 'items' | 'units' | 'sections';

const each =
  (to: Target): ListOfIds['ids'] =>
  (entry) => [[to, String(entry)]];

/** Columns with lists of ids, which foreign keys can't cover. */
const lists: readonly ListOfIds[] = [
  { table: 'items', column: 'brands', ids: each('brands') },
  { table: 'items', column: 'branches', ids: each('branches') },
  { table: 'items', column: 'substitutes', ids: each('items') },
  { table: 'users', column: 'branches', ids: each('branches') },
  { table: 'users', column: 'kitchens', ids: each('branches') },
  { table: 'countSchedules', column: 'sections', ids: each('sections') },
  {
    table: 'orderTemplates',
    column: 'lines',
    ids: (entry) => {
      const { itemId, unit } = entry as { itemId: string; unit: string };
      return [
        ['items', itemId],
        ['units', unit],
      ];
    },
  },
];

const batch = 2000;

/** Finds ids in lists and JSON lines that refer to no existing row. */
export async function findLostIds(db: Queryable, max: number): Promise<string[]> {
  const idsByTarget = new Map<Target, Set<string>>();
  for (const to of ['brands', 'branches', 'items', 'units', 'sections'] as const)
    idsByTarget.set(to, new Set((await db.selectFrom(to).select('_id').execute()).map(({ _id }) => _id)));
  const lost: string[] = [];
  for (const { table, column, ids } of lists) {
    for (let after = ''; lost.length < max; ) {
      const rows = (await db
        .selectFrom(table)
        .select(['_id', column as '_id'])
        .where('_id', '>', after)
        .orderBy('_id')
        .limit(batch)
        .execute()) as unknown as Record<string, string>[];
      for (const row of rows) {
        for (const [to, id] of (JSON.parse(row[column] ?? '[]') as unknown[]).flatMap(ids))
          if (!idsByTarget.get(to)?.has(id))
            lost.push(`${table} ${row['_id']}: ${column} names ${id}, which is not in ${to}`);
      }
      after = rows.at(-1)?.['_id'] ?? '';
      if (rows.length < batch) break;
    }
  }
  return lost.slice(0, max);
}
