import type { Wire } from '#platform/shapes/shape.ts';

import type { ItemGrouping } from '#platform/shapes/bulk-changes.ts';
import type { itemCount } from '#platform/shapes/bulk-changes-shape.ts';
import type { Queryable } from '#platform/server/db/types.ts';

type Count = Wire<typeof itemCount>;

/**
 * Counts active items grouped by a reference, largest group first; items without the reference are counted
 * under null.
 */
export async function countItems(db: Queryable, grouping: ItemGrouping): Promise<Count[]> {
  const rows = await db
    .selectFrom('items')
    .select((eb) => [`${grouping} as reference`, eb.fn.countAll<number>().as('count')])
    .where('isActive', '=', 1)
    .groupBy(grouping)
    .execute();
  const counts = new Map<string | null, number>();
  for (const { reference, count } of rows) {
    const ids: (string | null)[] = grouping === 'brands' ? parseIds(reference) : [reference];
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + Number(count));
  }
  return [...counts].map(([_id, count]) => ({ _id, count })).toSorted((a, b) => b.count - a.count);
}

function parseIds(list: string | null): (string | null)[] {
  const ids = JSON.parse(list ?? '[]') as string[];
  return ids.length > 0 ? ids : [null];
}
