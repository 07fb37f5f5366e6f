import { type ItemConversion, ratioBetween, type UnitFactor } from '../conversions.ts';
import { roundPriceMicro, toPriceMicro, withPercent } from '../money.ts';
import { exactOrNull, toMicro } from '../quantity.ts';

/** What an item is measured in. */
export interface ItemUnits {
  baseUnit: string;
  conversions: readonly ItemConversion[];
}

/** What a pack holds and costs; `contentsQty` of `unit`. */
export interface PricedContents {
  unit: string;
  contentsQty: number;
  price: number | null;
}

/**
 * Price of a pack per base unit of its item, in millionths: price / (contents x base units in one unit of the
 * contents), rounded half-even once. Null without a price, without contents, or where no conversion leads there.
 */
export function pricePerBaseMicro(
  pack: PricedContents,
  item: ItemUnits,
  units: readonly UnitFactor[],
): number | null {
  const { unit, contentsQty, price } = pack;
  if (price === null || !(contentsQty > 0)) return null;
  return exactOrNull(() => {
    const same = unit === item.baseUnit;
    const ratio = same ? { num: 1, den: 1 } : ratioBetween(unit, item.baseUnit, units, item.conversions);
    if (!ratio) return null;
    return roundPriceMicro({
      num: BigInt(toPriceMicro(price)) * 1_000_000n * BigInt(ratio.den),
      den: BigInt(toMicro(contentsQty)) * BigInt(ratio.num),
    });
  });
}

/** What a branch is charged per base unit: a fixed price, or the cost with or without a percentage on it. */
export type TransferPriceRule =
  | { mode: 'cost' }
  | { mode: 'cost_plus'; percent: number }
  | { mode: 'fixed'; price: number };

/**
 * The price for branches per base unit, in millionths, computed on the standard cost. Null without a rule, and
 * where it rests on a cost that nobody entered.
 */
export function transferPriceMicro(
  rule: TransferPriceRule | null,
  standardCost: number | null,
): number | null {
  if (rule === null) return null;
  if (rule.mode === 'fixed') return exactOrNull(() => toPriceMicro(rule.price));
  if (standardCost === null) return null;
  const percent = rule.mode === 'cost' ? 0 : rule.percent;
  return exactOrNull(() => withPercent(toPriceMicro(standardCost), toMicro(percent)));
}
