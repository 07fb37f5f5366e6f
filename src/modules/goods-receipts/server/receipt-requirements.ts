import type { ReceiptRequirement } from '../shapes.ts';
import { fromMicro } from '#core/quantity.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadTolerances } from '#modules/purchase-orders/server/tolerances.ts';
import { loadReceivingRules } from './checks.ts';

/** Maximum items per request. */
const maxItems = 200;

const itemUnits = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .select(['items._id', 'items.catchWeight', 'units.symbol'])
    .where('items._id', 'in', ids),
);

/** Loads the data required when items arrive from a supplier, so that a form can ask for it in advance. */
export async function loadReceiptRequirements(
  db: Queryable,
  itemIds: readonly string[],
  supplier: string | undefined,
): Promise<ReceiptRequirement[]> {
  const ids = [...new Set(itemIds)].slice(0, maxItems);
  if (ids.length === 0) return [];
  const rules = await loadReceivingRules(db, ids);
  const getTolerances = await loadTolerances(db, supplier, ids);
  return (await itemUnits(db, ids)).flatMap(({ _id, catchWeight, symbol }) => {
    const rule = rules.get(_id);
    if (!rule) return [];
    const tolerances = getTolerances(_id);
    return [
      {
        itemId: _id,
        tracksLots: rule.trackLots === 1 || rule.trackExpiry === 1,
        requiresLotNumber: rule.trackLots === 1,
        tracksExpiry: rule.trackExpiry === 1,
        shelfLifeDays: rule.shelfLifeDays,
        minTemp: rule.receivingMinTemp,
        maxTemp: rule.receivingMaxTemp,
        requiresPhoto: rule.receivingPhoto === 1,
        minLifeDays: rule.receivingMinLifeDays,
        rejectsShortShelfLife: rule.rejectsShortShelfLife === 1,
        isPieces: catchWeight === 1,
        baseSymbol: symbol,
        overReceiptPercent: fromMicro(tolerances.overReceiptPercentMicro),
        overReceiptQty: fromMicro(tolerances.overReceiptQtyMicro),
        priceTolerancePercent: fromMicro(tolerances.priceTolerancePercentMicro),
      },
    ];
  });
}
