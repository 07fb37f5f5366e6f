import { refusal } from './refusals/refusal.ts';
import {
  convertMicro,
  divideHalfEven,
  QuantityError,
  type Ratio,
  toSafeNumber,
  toScaled,
} from './quantity.ts';

/** Largest amount of money, either side of zero, in whole units of the currency. */
const maxMoney = 900_000_000_000n;
const mostMoneyE4 = Number(maxMoney * 10_000n);

/**
 * Money on the wire (up to 4 decimals) as an integer of ten-thousandths of the currency.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 9e11 either side).
 */
export function toE4(value: number | string): number {
  return toScaled(value, 4, maxMoney);
}

/** Ten-thousandths as the plain number that goes over the wire. */
export function fromE4(amountE4: number): number {
  return amountE4 / 1e4;
}

/**
 * What a quantity is worth at a cost per unit: quantity x cost through BigInt, rounded half-even once.
 * Quantity and cost are of the same unit. Money in ten-thousandths.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function valueOf(qtyMicro: number, unitCostE4: number): number {
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(unitCostE4), 1_000_000n));
}

/**
 * An amount and so many percent (in millionths) of it, rounded half-even once.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function withPercentE4(amountE4: number, percentMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(amountE4) * (100_000_000n + BigInt(percentMicro)), 100_000_000n));
}

/**
 * A cost per base unit as one per unit of this ratio, in ten-thousandths.
 *
 * @throws QuantityError OUT_OF_RANGE where that is more than an amount of money may be, or beyond exact numbers.
 */
export function costPerUnitE4(costE4: number, ratio: Ratio): number {
  const perUnitE4 = valueOf(convertMicro(1_000_000, ratio), costE4);
  if (perUnitE4 > mostMoneyE4) throw new QuantityError('OUT_OF_RANGE', refusal('costs-beyond-exact'));
  return perUnitE4;
}

/**
 * The cost of one unit when `qtyMicro` is worth `valueE4`, rounded half-even. Null when there is no
 * quantity to divide by (zero). A negative quantity with a negative value has a cost, too.
 */
export function averageE4(valueE4: number, qtyMicro: number): number | null {
  if (qtyMicro === 0) return null;
  return toSafeNumber(divideHalfEven(BigInt(valueE4) * 1_000_000n, BigInt(qtyMicro)));
}
