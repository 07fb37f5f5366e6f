import { type Exact, exact, isMore, over, plus, roundExact, times, zero } from './recipes/exact.ts';
import { invalidRatioError, toSafeNumber } from './quantity.ts';

/** One of a unit is `unitNum / unitDen` base units of its item. */
export interface UnitSize {
  unitNum: number;
  unitDen: number;
}

/** A quantity of a unit, in millionths of it. */
export interface MeasuredQuantity extends UnitSize {
  qtyMicro: number;
}

/** The size of a unit in base units, exact. @throws QuantityError OUT_OF_RANGE for a stored unit with a zero in it. */
export function exactUnitSize({ unitNum, unitDen }: UnitSize): Exact {
  if (unitNum === 0 || unitDen === 0) throw invalidRatioError();
  return exact(BigInt(unitNum), BigInt(unitDen));
}

/** A quantity in millionths of the base unit, exact. @throws QuantityError OUT_OF_RANGE for a stored unit with a zero in it. */
export const toBaseExact = ({ qtyMicro, ...unit }: MeasuredQuantity): Exact =>
  times({ num: BigInt(qtyMicro), den: 1n }, exactUnitSize(unit));

/** The sum of exact quantities. */
export const sumExact = (parts: readonly Exact[]): Exact => parts.reduce(plus, zero);

/** A quantity in millionths of another unit of the same item, exact. */
export const toUnitExact = (part: MeasuredQuantity, unit: UnitSize): Exact =>
  over(toBaseExact(part), exactUnitSize(unit));

/** The base unit of an item, in which stock is kept. */
export const baseUnitSize: UnitSize = { unitNum: 1, unitDen: 1 };

/**
 * The sum of quantities in several units as it is stored: converted exactly and rounded once. Three times 8 pieces are a case of 24.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export const totalInUnit = (unit: UnitSize, parts: readonly MeasuredQuantity[]): number =>
  toSafeNumber(roundExact(sumExact(parts.map((part) => toUnitExact(part, unit)))));

/**
 * An exact total as stored millionths. Only a total that equals the agreed quantity is stored as that quantity, so that comparing
 * the stored integers gives the same answer as comparing exactly.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function storedTotal(total: Exact, agreedMicro: number): number {
  const nearest = toSafeNumber(roundExact(total));
  if (nearest !== agreedMicro) return nearest;
  const agreed = BigInt(agreedMicro) * total.den;
  if (total.num === agreed) return nearest;
  return total.num < agreed ? agreedMicro - 1 : agreedMicro + 1;
}

/**
 * Whether an exact total is more than a stored quantity that is itself a sum of rounded parts: each of them is off by up to half a
 * millionth, and the total may exceed the stored sum by that much.
 */
export const exceedsStored = (total: Exact, storedMicro: number, roundedParts: number): boolean =>
  isMore(total, exact(2n * BigInt(storedMicro) + BigInt(roundedParts), 2n));

/**
 * The next part of a quantity as it is stored: all that is left, where the part takes exactly what the rounded parts before it left of
 * the whole; otherwise the part itself, rounded.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function storedPart(part: Exact, restMicro: number, roundedParts: number): number {
  const isShort = isMore(exact(2n * BigInt(restMicro) - BigInt(roundedParts), 2n), part);
  return isShort || exceedsStored(part, restMicro, roundedParts) ? toSafeNumber(roundExact(part)) : restMicro;
}
