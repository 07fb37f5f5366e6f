import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { computePricePerBaseMicro } from '#modules/prices/pack-price.ts';
import type { UnitFactor } from '#core/conversions.ts';
import { isStorableRatio, type Ratio } from '#core/quantity.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { lockItems, findQuantityError, loadUnits } from '#modules/units/server/units.ts';

/** An item in a unit, with its path in the row: `lines.2`, or empty for the row itself. */
export interface ItemInUnit {
  itemId: string;
  unit: string;
  path: string;
  /** The quantity and its field name; without it only the unit is checked. */
  amount?: Amount;
}

interface Amount {
  field: 'qty' | 'contentsQty';
  qty: number;
  /** Null if unknown. */
  price: number | null;
}

/**
 * Checks that items exist, that units can be converted to the base unit, and that quantities and prices per
 * base unit are exact. Returns errors by field.
 */
export async function findUnitRefusals(
  tx: Tx,
  lines: readonly ItemInUnit[],
): Promise<Record<string, Refusal>> {
  const fields: Record<string, Refusal> = {};
  const ids = [...new Set(lines.map(({ itemId }) => itemId))];
  if (ids.length === 0) return fields;
  await lockItems(tx, ids);
  await lockRowsShared(
    tx,
    'units',
    lines.map(({ unit }) => unit),
  );
  const items = await tx
    .selectFrom('items')
    .select(['_id', 'name', 'baseUnit'])
    .where('_id', 'in', ids)
    .execute();
  const itemsById = new Map(items.map((item) => [item._id, item]));
  const units = await loadUnits(tx, ids);
  for (const { itemId, unit: unitId, path, amount } of lines) {
    const [item, unit] = [itemsById.get(itemId), units.find(unitId)];
    const getFieldPath = (name: string) => (path === '' ? name : `${path}.${name}`);
    const ratio = item && unit?._id === unitId ? units.ratio(item, unit) : null;
    if (!item) fields[getFieldPath('itemId')] = refusal('no-such-item');
    else if (unit?._id !== unitId) fields[getFieldPath('unit')] = refusal('no-such-unit');
    else if (!ratio) {
      const base = units.find(item.baseUnit)?.symbol ?? item.baseUnit;
      fields[getFieldPath('unit')] = refusal('item-unit-not-convertible', {
        base,
        item: item.name,
        unit: unit.symbol,
      });
    } else {
      const base = units.find(item.baseUnit) ?? unit;
      for (const [name, reason] of Object.entries(findAmountRefusals({ unit, base, ratio }, amount)))
        fields[getFieldPath(name)] = reason;
    }
  }
  return fields;
}

interface AmountUnits {
  unit: UnitFactor & { symbol: string; wholeOnly: number };
  base: { symbol: string };
  ratio: Ratio;
}

/**
 * Checks that a quantity in a convertible unit is exact in base units, and that ordered quantities are whole
 * numbers if required. Returns errors by field.
 */
export function findAmountRefusals({ unit, base, ratio }: AmountUnits, amount?: Amount): FieldRefusals {
  if (!isStorableRatio(ratio))
    return { unit: refusal('conversion-out-of-range', { unit: unit.symbol, base: base.symbol }) };
  if (!amount) return {};
  const { field, qty, price } = amount;
  const quantityRefusal = findQuantityError(qty, field === 'qty' ? unit : { ...unit, wholeOnly: 0 }, ratio);
  if (quantityRefusal !== null) return { [field]: quantityRefusal };
  if (price === null) return {};
  const conversions = [{ fromUnit: unit._id, toUnit: baseUnitKey, ...ratio }];
  const pricePerBase = computePricePerBaseMicro(
    { unit: unit._id, contentsQty: qty, price },
    { baseUnit: baseUnitKey, conversions },
    [],
  );
  return pricePerBase === null ? { price: refusal('price-too-large', { unit: base.symbol }) } : {};
}

const baseUnitKey = 'base';
