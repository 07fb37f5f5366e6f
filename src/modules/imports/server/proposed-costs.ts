import type { ProposedCost } from '#modules/stock/shapes.ts';
import { ratioBetween } from '#core/conversions.ts';
import { fromE4 } from '#core/money.ts';
import { isOwnLocation, canSeeMoney } from '#core/permissions.ts';
import { exactOrNull } from '#core/quantity.ts';
import { exactRatio, roundExact, multiplyExact } from '#core/exact.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { forbidden } from '#platform/server/http/problems.ts';
import type { ReadContext } from '#platform/server/http/route.ts';
import { ItemReader, loadPricedItems } from '#modules/recipes/server/item-costs.ts';
import { businessDayAt } from '#modules/stock/server/business-day.ts';

/**
 * Returns list prices of active items per count, base and order unit in the base currency, or the standard
 * cost if no pack has a price. Items without either are omitted.
 *
 * @throws ApiProblem 403 for a location out of scope
 */
export async function readProposedCosts(
  { db, actor, now }: ReadContext,
  place: string,
): Promise<ProposedCost[]> {
  if (!actor || !isOwnLocation(actor, place)) throw forbidden(refusal('not-your-place'));
  if (!canSeeMoney(actor, 'cost') || !canSeeMoney(actor, 'purchase')) return [];
  const items = await db
    .selectFrom('items')
    .select(['_id', 'baseUnit', 'countUnit', 'orderUnit'])
    .where('isActive', '=', 1)
    .execute();
  const day = await businessDayAt(db, place, now.toISOString());
  const itemReader = new ItemReader();
  const units = await itemReader.units(db);
  const ids = items.map(({ _id }) => _id);
  const priced = await loadPricedItems(db, ids, units, { basis: 'list', place: null, day }, itemReader);
  return items.flatMap(({ _id, baseUnit, countUnit, orderUnit }) => {
    const item = priced.get(_id);
    const cost = item?.cost;
    if (!item || !cost) return [];
    return [...new Set([baseUnit, countUnit ?? baseUnit, orderUnit])].flatMap((unit) => {
      const ratio = exactOrNull(() => ratioBetween(unit, baseUnit, units, item.conversions));
      const unitCost =
        ratio && exactOrNull(() => fromE4(Number(roundExact(multiplyExact(cost, exactRatio(ratio))))));
      return unitCost ? [{ itemId: _id, unit, unitCost }] : [];
    });
  });
}
