import { refusal } from '#core/refusals/refusal.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import type { DraftReceiptLine } from './lines.ts';

const massUnits = statement((db) =>
  db.selectFrom('units').select('_id').where('dimension', '=', 'mass').orderBy('_id'),
);
const baseUnits = statement((db, ids: readonly string[]) =>
  db.selectFrom('items').select(['_id', 'baseUnit']).where('_id', 'in', ids),
);

/** Finer than a millionth of any weight unit, so that shares of a thousand tons stay exact. */
const scale = 1_000_000n;

/**
 * Computes the weight of each line, all in the same unit.
 *
 * @throws ApiProblem 422 on `spreadBy` where an item's base unit has no conversion to a weight.
 */
export async function computeWeights(db: Queryable, drafts: readonly DraftReceiptLine[]): Promise<bigint[]> {
  const itemIds = [...new Set(drafts.map(({ line }) => line.itemId))];
  if (itemIds.length === 0) return [];
  const units = await loadUnits(db, itemIds);
  const items = new Map((await baseUnits(db, itemIds)).map((item) => [item._id, item]));
  const [first] = await massUnits(db);
  const mass = first && units.find(first._id);
  return drafts.map(({ line }) => {
    const item = items.get(line.itemId);
    const ratio = item && mass ? units.ratio(item, mass) : null;
    if (!ratio) throw invalid({ spreadBy: refusal('receipt-no-weight', { item: line.itemName }) });
    return (BigInt(line.baseQtyMicro) * scale * BigInt(ratio.den)) / BigInt(ratio.num);
  });
}
