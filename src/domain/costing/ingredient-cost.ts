import { ratioBetween, type UnitFactor } from '../conversions.ts';
import { toPriceMicro } from '../money.ts';
import { divideHalfEven, exactOrNull, toMicro, toSafeNumber } from '../quantity.ts';
import { type ItemUnits, type PricedContents } from './pack-price.ts';

/** What the cost of an item in a recipe rests on. */
export interface Ingredient extends ItemUnits {
  /** The unit that recipes measure it in; null: its base unit. */
  recipeUnit: string | null;
  /** What is left of it after trimming, in percent; null: all of it. */
  yieldPercent: number | null;
  /** Per base unit; null where nobody entered one. */
  standardCost: number | null;
}

/** A pack that the item is bought in. */
export interface BoughtPack extends PricedContents {
  preferred: boolean;
}

/**
 * What one recipe unit of an item costs as it goes into a recipe, in millionths: the price of its preferred pack
 * or of its only one (where none has a price, the standard cost), over the share of it that is used: price per base unit x base units per recipe unit x 100 / yield. Exact until it is rounded half-even once. Null where
 * there is no price, no yield, or where no conversion leads from one unit to the other.
 */
export function ingredientCostMicro(
  item: Ingredient,
  packs: readonly BoughtPack[],
  units: readonly UnitFactor[],
): number | null {
  return exactOrNull(() => {
    const ratioTo = (unit: string, other: string) =>
      unit === other ? { num: 1, den: 1 } : ratioBetween(unit, other, units, item.conversions);
    const price = selectPricedPack(packs) ?? perBase(item);
    const yieldMicro = toMicro(item.yieldPercent ?? 100);
    if (price === null || yieldMicro <= 0) return null;
    const bought = ratioTo(price.unit, item.baseUnit);
    const used = ratioTo(item.recipeUnit ?? item.baseUnit, item.baseUnit);
    if (!bought || !used) return null;
    const above =
      BigInt(toPriceMicro(price.price)) * BigInt(bought.den) * BigInt(used.num) * hundred * million;
    const below =
      BigInt(toMicro(price.contentsQty)) * BigInt(bought.num) * BigInt(used.den) * BigInt(yieldMicro);
    return toSafeNumber(divideHalfEven(above, below));
  });
}

const million = 1_000_000n;
const hundred = BigInt(toMicro(100));

type Price = PricedContents & { price: number };

/** What an item is bought by: its preferred pack that has a price, or the only one that has. */
export function selectPricedPack<P extends BoughtPack>(packs: readonly P[]): (P & { price: number }) | null {
  const priced = packs.flatMap((pack) =>
    pack.price !== null && pack.contentsQty > 0 ? [{ ...pack, price: pack.price }] : [],
  );
  return priced.find(({ preferred }) => preferred) ?? (priced.length === 1 ? (priced[0] ?? null) : null);
}

function perBase({ baseUnit, standardCost }: Ingredient): Price | null {
  return standardCost === null ? null : { unit: baseUnit, contentsQty: 1, price: standardCost };
}
