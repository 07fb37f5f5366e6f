import {
  type Exact,
  exact,
  isGreater,
  divideExact,
  addExact,
  roundExact,
  multiplyExact,
  exactZero,
} from './exact.ts';
import { createInvalidRatioError, toSafeNumber } from './quantity.ts';

/** The size of a unit: `unitNum / unitDen` base units of its item. */
export interface UnitSize {
  unitNum: number;
  unitDen: number;
}

/** A quantity with its unit, in millionths of the unit. */
export interface MeasuredQuantity extends UnitSize {
  qtyMicro: number;
}

/**
 * Returns the size of a unit in base units. @throws QuantityError OUT_OF_RANGE if the numerator or the
 * denominator is 0.
 */
export function getExactUnitSize({ unitNum, unitDen }: UnitSize): Exact {
  if (unitNum === 0 || unitDen === 0) throw createInvalidRatioError();
  return exact(BigInt(unitNum), BigInt(unitDen));
}

/**
 * Converts a quantity to millionths of the base unit. @throws QuantityError OUT_OF_RANGE if the numerator or
 * the denominator of its unit is 0.
 */
export const toBaseExact = ({ qtyMicro, ...unit }: MeasuredQuantity): Exact =>
  multiplyExact({ num: BigInt(qtyMicro), den: 1n }, getExactUnitSize(unit));

/** Returns the sum of exact quantities. */
export const sumExact = (parts: readonly Exact[]): Exact => parts.reduce(addExact, exactZero);

/** Converts a quantity to millionths of a different unit of the same item. */
export const toUnitExact = (part: MeasuredQuantity, unit: UnitSize): Exact =>
  divideExact(toBaseExact(part), getExactUnitSize(unit));

/** The base unit of an item, in which stock is recorded. */
export const baseUnitSize: UnitSize = { unitNum: 1, unitDen: 1 };

/**
 * Returns the stored sum of quantities in several units: converted exactly and rounded once, so that three
 * times 8 pieces equal a case of 24.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export const totalInUnit = (unit: UnitSize, parts: readonly MeasuredQuantity[]): number =>
  toSafeNumber(roundExact(sumExact(parts.map((part) => toUnitExact(part, unit)))));

/**
 * Rounds an exact total to stored millionths. Only a total equal to the agreed quantity is stored as that
 * quantity, so that comparing stored integers gives the same result as comparing exactly.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function toStoredTotal(total: Exact, agreedMicro: number): number {
  const nearest = toSafeNumber(roundExact(total));
  if (nearest !== agreedMicro) return nearest;
  const agreed = BigInt(agreedMicro) * total.den;
  if (total.num === agreed) return nearest;
  return total.num < agreed ? agreedMicro - 1 : agreedMicro + 1;
}

/**
 * Returns whether an exact total exceeds a stored sum of rounded parts, allowing half a millionth per part.
 */
export const exceedsStored = (total: Exact, storedMicro: number, roundedParts: number): boolean =>
  isGreater(total, exact(2n * BigInt(storedMicro) + BigInt(roundedParts), 2n));

/**
 * Returns the stored value of the next part of a quantity: the whole remainder if the part exactly completes
 * it, otherwise the rounded part.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function toStoredPart(part: Exact, remainingMicro: number, roundedParts: number): number {
  const isIncomplete = isGreater(exact(2n * BigInt(remainingMicro) - BigInt(roundedParts), 2n), part);
  return isIncomplete || exceedsStored(part, remainingMicro, roundedParts)
    ? toSafeNumber(roundExact(part))
    : remainingMicro;
}
