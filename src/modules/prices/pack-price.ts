import { type ItemConversion, findRatio, type UnitFactor } from '#core/conversions.ts';
import { roundPriceMicro, toPriceMicro, addPercent } from '#core/money.ts';
import { toExactOrNull, toMicro } from '#core/quantity.ts';

/** An item's units and their conversions. */
export interface ItemUnits {
  baseUnit: string;
  conversions: readonly ItemConversion[];
}

/** A pack's contents and price; `contentsQty` is in `unit`. */
export interface PricedContents {
  unit: string;
  contentsQty: number;
  price: number | null;
}

/**
 * Computes the price per base unit in millionths: price / (contents x base units per unit of the contents),
 * rounded once, half to even. Null if there is no price, contents or conversion.
 */
export function computePricePerBaseMicro(
  pack: PricedContents,
  item: ItemUnits,
  units: readonly UnitFactor[],
): number | null {
  const { unit, contentsQty, price } = pack;
  if (price === null || !(contentsQty > 0)) return null;
  return toExactOrNull(() => {
    const isBaseUnit = unit === item.baseUnit;
    const ratio = isBaseUnit ? { num: 1, den: 1 } : findRatio(unit, item.baseUnit, units, item.conversions);
    if (!ratio) return null;
    return roundPriceMicro({
      num: BigInt(toPriceMicro(price)) * 1_000_000n * BigInt(ratio.den),
      den: BigInt(toMicro(contentsQty)) * BigInt(ratio.num),
    });
  });
}

/** Transfer price per base unit: a fixed price, or cost with or without a percentage added. */
export type TransferPriceRule =
  | { mode: 'cost' }
  | { mode: 'cost_plus'; percent: number }
  | { mode: 'fixed'; price: number };

/**
 * Computes the transfer price per base unit in millionths from the standard cost. Null if there is no rule,
 * or the rule needs a cost that isn't set.
 */
export function computeTransferPriceMicro(
  rule: TransferPriceRule | null,
  standardCost: number | null,
): number | null {
  if (rule === null) return null;
  if (rule.mode === 'fixed') return toExactOrNull(() => toPriceMicro(rule.price));
  if (standardCost === null) return null;
  const percent = rule.mode === 'cost' ? 0 : rule.percent;
  return toExactOrNull(() => addPercent(toPriceMicro(standardCost), toMicro(percent)));
}
