import { type Tolerances, toleranceFields, resolveTolerances } from '#modules/suppliers/tolerance-rules.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const itemTolerances = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .select(['_id', ...toleranceFields])
    .where('_id', 'in', ids),
);
const supplierTolerances = statement((db, id: string) =>
  db.selectFrom('suppliers').select(toleranceFields).where('_id', '=', id),
);

/** Loads the tolerances of items bought from a supplier, by item. */
export async function loadTolerances(
  db: Queryable,
  supplier: string | undefined,
  itemIds: readonly string[],
): Promise<(itemId: string) => Tolerances> {
  const ids = [...new Set(itemIds)];
  const rows = ids.length > 0 ? await itemTolerances(db, ids) : [];
  const byItem = new Map(rows.map((row) => [row._id, row]));
  const [supplierRow = null] = supplier === undefined ? [] : await supplierTolerances(db, supplier);
  return (itemId) => resolveTolerances(byItem.get(itemId) ?? null, supplierRow);
}
