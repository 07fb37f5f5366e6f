import { type Exact, exact, over, plus, rounded, zero } from './recipes/exact.ts';
import { toSafeNumber } from './quantity.ts';

/** One of a unit is `unitNum / unitDen` base units of its item. */
export interface UnitSize {
  unitNum: number;
  unitDen: number;
}

/** A quantity of a unit, in millionths of it. */
export interface Measured extends UnitSize {
  qtyMicro: number;
}

/** The size of a unit in base units, exact. */
export const sizeOf = ({ unitNum, unitDen }: UnitSize): Exact => exact(BigInt(unitNum), BigInt(unitDen));

/** A quantity in millionths of the base unit, exact. */
export const inBaseExactly = ({ qtyMicro, unitNum, unitDen }: Measured): Exact =>
  exact(BigInt(qtyMicro) * BigInt(unitNum), BigInt(unitDen));

/** The sum of exact quantities. */
export const totalOf = (parts: readonly Exact[]): Exact => parts.reduce(plus, zero);

/** A quantity in millionths of another unit of the same item, exact. */
export const inUnitExactly = (part: Measured, unit: UnitSize): Exact =>
  over(inBaseExactly(part), sizeOf(unit));

/** The base unit of an item, in which stock is kept. */
export const baseUnit: UnitSize = { unitNum: 1, unitDen: 1 };

/**
 * The sum of quantities in several units as it is stored: converted exactly and rounded once. Three times 8 pieces are a case of 24.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export const totalIn = (unit: UnitSize, parts: readonly Measured[]): number =>
  toSafeNumber(rounded(totalOf(parts.map((part) => inUnitExactly(part, unit)))));

/**
 * An exact total as stored millionths. Only a total that equals the agreed quantity is stored as that quantity, so that comparing
 * the stored integers gives the same answer as comparing exactly.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function storedTotal(total: Exact, agreedMicro: number): number {
  const nearest = toSafeNumber(rounded(total));
  if (nearest !== agreedMicro) return nearest;
  const agreed = BigInt(agreedMicro) * total.den;
  if (total.num === agreed) return nearest;
  return total.num < agreed ? agreedMicro - 1 : agreedMicro + 1;
}
