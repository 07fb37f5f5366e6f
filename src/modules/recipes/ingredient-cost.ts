import { findRatio, type UnitFactor } from '#core/conversions.ts';
import { toPriceMicro } from '#core/money.ts';
import { divideHalfEven, toExactOrNull, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type ItemUnits, type PricedContents } from '#modules/prices/pack-price.ts';

/** The fields of an item that determine its cost in a recipe. */
export interface Ingredient extends ItemUnits {
  /** The unit used in recipes; null for the base unit. */
  recipeUnit: string | null;
  /** Usable share after trimming, in percent; null for all of it. */
  yieldPercent: number | null;
  /** Per base unit; null if not set. */
  standardCost: number | null;
}

/** A pack in which the item is bought. */
export interface BoughtPack extends PricedContents {
  preferred: boolean;
}

/**
 * Computes the cost of one recipe unit of an item in millionths: price per base unit x base units per recipe
 * unit x 100 / yield. The price comes from the preferred or only priced pack, else from the standard cost;
 * rounded half-even once. Null without a price, a yield or a conversion.
 */
export function computeIngredientCostMicro(
  item: Ingredient,
  packs: readonly BoughtPack[],
  units: readonly UnitFactor[],
): number | null {
  return toExactOrNull(() => {
    const getRatio = (unit: string, other: string) =>
      unit === other ? { num: 1, den: 1 } : findRatio(unit, other, units, item.conversions);
    const price = selectPricedPack(packs) ?? getStandardPrice(item);
    const yieldMicro = toMicro(item.yieldPercent ?? 100);
    if (price === null || yieldMicro <= 0) return null;
    const priceRatio = getRatio(price.unit, item.baseUnit);
    const recipeRatio = getRatio(item.recipeUnit ?? item.baseUnit, item.baseUnit);
    if (!priceRatio || !recipeRatio) return null;
    const numerator =
      BigInt(toPriceMicro(price.price)) *
      BigInt(priceRatio.den) *
      BigInt(recipeRatio.num) *
      hundred *
      million;
    const denominator =
      BigInt(toMicro(price.contentsQty)) *
      BigInt(priceRatio.num) *
      BigInt(recipeRatio.den) *
      BigInt(yieldMicro);
    return toSafeNumber(divideHalfEven(numerator, denominator));
  });
}

const million = 1_000_000n;
const hundred = BigInt(toMicro(100));

type Price = PricedContents & { price: number };

/** Returns the preferred pack if it has a price, else the only pack that has one. */
export function selectPricedPack<P extends BoughtPack>(packs: readonly P[]): (P & { price: number }) | null {
  const priced = packs.flatMap((pack) =>
    pack.price !== null && pack.contentsQty > 0 ? [{ ...pack, price: pack.price }] : [],
  );
  return priced.find(({ preferred }) => preferred) ?? (priced.length === 1 ? (priced[0] ?? null) : null);
}

function getStandardPrice({ baseUnit, standardCost }: Ingredient): Price | null {
  return standardCost === null ? null : { unit: baseUnit, contentsQty: 1, price: standardCost };
}
