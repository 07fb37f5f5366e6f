import type { Queryable } from '#platform/server/db/types.ts';

interface ListOfIds {
  table: 'items' | 'users' | 'orderTemplates' | 'countSchedules';
  column: string;
  /** Ids in an entry with their target; several if a list contains several kinds. */
  ids: (entry: unknown) => readonly (readonly [to: Target, id: string])[];
}

type Target = 'brands' | 'branches' | 'items' | 'units' | 'sections';

const toIds =
  (to: Target): ListOfIds['ids'] =>
  (entry) => [[to, String(entry)]];

/** Columns with lists of ids, which foreign keys can't cover. */
const lists: readonly ListOfIds[] = [
  { table: 'items', column: 'brands', ids: toIds('brands') },
  { table: 'items', column: 'branches', ids: toIds('branches') },
  { table: 'items', column: 'substitutes', ids: toIds('items') },
  { table: 'users', column: 'branches', ids: toIds('branches') },
  { table: 'users', column: 'kitchens', ids: toIds('branches') },
  { table: 'countSchedules', column: 'sections', ids: toIds('sections') },
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

const batchSize = 2000;

/** Finds ids in lists and JSON lines that don't refer to an existing row. */
export async function findDanglingIds(db: Queryable, max: number): Promise<string[]> {
  const idsByTarget = new Map<Target, Set<string>>();
  for (const to of ['brands', 'branches', 'items', 'units', 'sections'] as const)
    idsByTarget.set(to, new Set((await db.selectFrom(to).select('_id').execute()).map(({ _id }) => _id)));
  const dangling: string[] = [];
  for (const { table, column, ids } of lists) {
    for (let after = ''; dangling.length < max; ) {
      const rows = (await db
        .selectFrom(table)
        .select(['_id', column as '_id'])
        .where('_id', '>', after)
        .orderBy('_id')
        .limit(batchSize)
        .execute()) as unknown as Record<string, string>[];
      for (const row of rows) {
        for (const [to, id] of (JSON.parse(row[column] ?? '[]') as unknown[]).flatMap(ids))
          if (!idsByTarget.get(to)?.has(id))
            dangling.push(`${table} ${row['_id']}: ${column} contains ${id}, which is not in ${to}`);
      }
      after = rows.at(-1)?.['_id'] ?? '';
      if (rows.length < batchSize) break;
    }
  }
  return dangling.slice(0, max);
}
