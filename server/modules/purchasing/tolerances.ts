import { type Tolerances, toleranceFields, effectiveTolerances } from '#domain/tolerances/tolerances.ts';
import { statement } from '../../db/statements.ts';
import type { Queryable } from '../../db/types.ts';

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
  const [ofSupplier = null] = supplier === undefined ? [] : await supplierTolerances(db, supplier);
  return (itemId) => effectiveTolerances(byItem.get(itemId) ?? null, ofSupplier);
}
