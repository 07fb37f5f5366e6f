import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { findRatio, type UnitFactor } from '#core/conversions.ts';
import { convertMicro, toExactOrNull, QuantityError, type Ratio, toMicro } from '#core/quantity.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** A unit with the fields needed for document lines. */
export interface CatalogueUnit extends UnitFactor {
  symbol: string;
  wholeOnly: number;
  /** Decimals shown for fractional amounts. */
  decimals: number;
}

/** Units by id or symbol, with the conversions of items. */
export interface UnitCatalogue {
  find(idOrSymbol: string): CatalogueUnit | undefined;
  /** Size of this unit in the item's base unit; null if there is no conversion. */
  ratio(item: { _id: string; baseUnit: string }, unit: CatalogueUnit): Ratio | null;
}

const selectUnits = statement((db) =>
  db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen', 'wholeOnly', 'decimals']),
);

const conversionColumns = ['itemId', 'fromUnit', 'toUnit', 'num', 'den'] as const;

const selectConversions = statement((db) =>
  db.selectFrom('itemConversions').select(conversionColumns).where('isActive', '=', 1),
);

const selectConversionsOfItems = statement((db, itemIds: readonly string[]) =>
  db
    .selectFrom('itemConversions')
    .select(conversionColumns)
    .where('itemId', 'in', itemIds)
    .where('isActive', '=', 1),
);

const selectUnitsOfItems = statement((db, itemIds: readonly string[]) =>
  db.selectFrom('items').select(['baseUnit', 'orderUnit']).where('_id', 'in', itemIds),
);

/** Loads the ids of units counted in whole numbers. */
export async function loadWholeUnits(db: Queryable): Promise<ReadonlySet<string>> {
  const units = await db.selectFrom('units').select('_id').where('wholeOnly', '=', 1).execute();
  return new Set(units.map(({ _id }) => _id));
}

/** Loads the units and the conversions of these items, or of all items if omitted. */
export async function loadUnits(db: Queryable, itemIds?: readonly string[]): Promise<UnitCatalogue> {
  const units = await selectUnits(db);
  const conversions = await (itemIds ? selectConversionsOfItems(db, itemIds) : selectConversions(db));
  const conversionsByItem = Map.groupBy(conversions, (conversion) => conversion.itemId);
  const unitsByName = new Map([
    ...units.map((unit) => [unit.symbol, unit] as const),
    ...units.map((unit) => [unit._id, unit] as const),
  ]);
  return {
    find: (idOrSymbol) => unitsByName.get(idOrSymbol),
    ratio: (item, unit) => {
      if (unit._id === item.baseUnit) return { num: 1, den: 1 };
      try {
        return findRatio(unit._id, item.baseUnit, units, conversionsByItem.get(item._id) ?? []);
      } catch (error) {
        if (error instanceof QuantityError) return null;
        throw error;
      }
    },
  };
}

/** Locks items and their units until commit, so that quantities measured in them stay valid. */
export async function lockItems(tx: Queryable, ids: readonly string[]): Promise<void> {
  await lockRowsShared(tx, 'items', ids);
  if (!tx.isTransaction || ids.length === 0) return;
  const units = await selectUnitsOfItems(tx, ids);
  await lockRowsShared(
    tx,
    'units',
    units.flatMap(({ baseUnit, orderUnit }) => [baseUnit, orderUnit]),
  );
}

/** Returns the error for a fraction of a whole-number unit; null if the quantity is valid. */
export const findWholeQuantityError = (
  qty: number,
  { symbol, wholeOnly }: { symbol: string; wholeOnly: number },
): Refusal | null =>
  wholeOnly === 1 && !Number.isInteger(qty) ? refusal('whole-unit', { unit: symbol }) : null;

/**
 * Returns the error for a quantity that is a fraction of a whole-number unit or isn't exact in the item's
 * base unit; null if it is valid.
 */
export function findQuantityError(
  qty: number,
  unit: { symbol: string; wholeOnly: number },
  ratio: Ratio,
): Refusal | null {
  const fractionRefusal = findWholeQuantityError(qty, unit);
  if (fractionRefusal) return fractionRefusal;
  const { symbol } = unit;
  const baseMicro = toExactOrNull(() => convertMicro(toMicro(qty), ratio));
  if (baseMicro === null) return refusal('quantity-too-large', { unit: symbol });
  return qty > 0 && baseMicro === 0 ? refusal('quantity-too-small') : null;
}
