import type { ValueOf } from '#platform/shapes/shape.ts';
import { refusal } from '#core/refusals/refusal.ts';

import type { ItemBulkChange } from '#platform/shapes/bulk-changes.ts';
import type { itemBulkResult } from '#platform/shapes/bulk-changes-shape.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ApiProblem, invalid } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { withReviewChecked } from '#modules/reviews/server/guard.ts';
import { changeItem } from './service.ts';

type ItemValues = ItemBulkChange['set'];

/**
 * Applies the same change to several items, all or nothing, with the checks of a single change.
 *
 * @throws ApiProblem 412 with the current row if one is outdated, 422 for invalid values, 409 for users whose
 *   changes need review
 */
export async function changeItems(
  request: WriteContext<ItemBulkChange>,
): Promise<ValueOf<typeof itemBulkResult>> {
  const ctx = await withReviewChecked(request, 'items');
  const { items, set } = ctx.body;
  const parents = await loadParents(ctx.db, set);
  const changes = addParentCategory(set, parents);
  const versions = new Map<string, number>();
  // Changes items in a fixed order, so that concurrent requests don't deadlock.
  for (const { _id, version } of items.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    const change = await clearForeignSubCategory(ctx.db, _id, changes, parents);
    const row = await changeItem({ ...ctx, ifMatch: version }, _id, change).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) {
        throw invalid({ items: refusal('item-gone') });
      }
      throw error;
    });
    versions.set(_id, row.version);
  }
  return items.map(({ _id }) => ({ _id, version: versions.get(_id) ?? 0 }));
}

type Parents = ReadonlyMap<string, string>;

/** Loads the category of every sub-category, if the category or sub-category changes. */
async function loadParents(tx: Tx, { category, subCategory }: ItemValues): Promise<Parents> {
  if (category === undefined && !subCategory) return new Map();
  const rows = await tx.selectFrom('subCategories').select(['_id', 'parent']).execute();
  return new Map(rows.map(({ _id, parent }) => [_id, parent]));
}

function addParentCategory(set: ItemValues, parents: Parents): ItemValues {
  const parent = set.subCategory ? parents.get(set.subCategory) : undefined;
  if (parent === undefined) return set;
  if (set.category !== undefined && set.category !== parent) {
    throw invalid({ 'set.subCategory': refusal('other-category') });
  }
  return { ...set, category: parent };
}

/** Clears a sub-category that belongs to a different category, if only the category is set. */
async function clearForeignSubCategory(
  tx: Tx,
  _id: string,
  set: ItemValues,
  parents: Parents,
): Promise<ItemValues> {
  if (set.category === undefined || set.subCategory !== undefined) return set;
  const item = await tx.selectFrom('items').select('subCategory').where('_id', '=', _id).executeTakeFirst();
  const current = item?.subCategory ?? null;
  return current === null || parents.get(current) === set.category ? set : { ...set, subCategory: null };
}
