import { refusal } from './refusals/refusal.ts';
import {
  divideHalfEven,
  createInvalidRatioError,
  QuantityError,
  type Ratio,
  toSafeNumber,
  toScaled,
} from './quantity.ts';

/** Largest amount, positive or negative, in whole currency units. */
const maxMoney = 900_000_000_000n;

/**
 * Parses an amount on the wire (up to 4 decimals) into ten-thousandths of the currency.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 9e11 either side).
 */
export function toE4(value: number | string): number {
  return toScaled(value, 4, maxMoney);
}

/** Converts ten-thousandths to the number used on the wire. */
export function fromE4(amountE4: number): number {
  return amountE4 / 1e4;
}

/**
 * Computes quantity x cost per unit using BigInt, rounded half-even once. Quantity and cost use the same
 * unit; money is in ten-thousandths.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeValue(qtyMicro: number, unitCostE4: number): number {
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(unitCostE4), 1_000_000n));
}

/**
 * Largest price in whole currency units: up to it, every price with six decimals is exact as a JSON number,
 * because floating-point steps below 2^33 are smaller than a millionth.
 */
const maxPrice = 8_500_000_000n;
const maxPriceMicro = maxPrice * 1_000_000n;

/**
 * Parses a price per unit (up to 6 decimals) into millionths of the currency.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 8.5e9 either side).
 */
export function toPriceMicro(value: number | string): number {
  return toScaled(value, 6, maxPrice);
}

/** Converts millionths to the number used on the wire. */
export function fromPriceMicro(priceMicro: number): number {
  return priceMicro / 1e6;
}

/**
 * Rounds a computed price (millionths of the currency) half-even.
 *
 * @throws QuantityError OUT_OF_RANGE beyond the largest price.
 */
export function roundPriceMicro({ num, den }: { num: bigint; den: bigint }): number {
  const priceMicro = divideHalfEven(num, den);
  if (priceMicro > maxPriceMicro || priceMicro < -maxPriceMicro)
    throw new QuantityError('OUT_OF_RANGE', refusal('costs-too-large'));
  return Number(priceMicro);
}

/** Returns the price of one unit in millionths, given quantity and value; null if the quantity is 0. */
export const computeAverageMicro = (valueE4: number, qtyMicro: number): number | null =>
  qtyMicro === 0 ? null : roundPriceMicro({ num: BigInt(valueE4) * 100_000_000n, den: BigInt(qtyMicro) });

/** Converts a ledger unit cost (ten-thousandths) to a price in millionths. */
export const convertCostToPriceMicro = (costE4: number): number =>
  roundPriceMicro({ num: BigInt(costE4) * 100n, den: 1n });

/**
 * Computes the value in ten-thousandths of a quantity at a price per unit in millionths, using BigInt,
 * rounded half-even once. Quantity and price use the same unit.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeValueAtPrice(qtyMicro: number, priceMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(priceMicro), 100_000_000n));
}

/**
 * Adds a percentage (in millionths) to an amount or price, rounded half-even once in the unit of the amount.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function addPercent(amount: number, percentMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(amount) * (100_000_000n + BigInt(percentMicro)), 100_000_000n));
}

/**
 * Converts a price per base unit to a price per unit, given the unit's ratio to the base unit, in millionths,
 * rounded half-even once.
 *
 * @throws QuantityError OUT_OF_RANGE beyond the largest price
 */
export function convertPriceMicro(priceMicro: number, { num, den }: Ratio): number {
  if (den === 0) throw createInvalidRatioError();
  return roundPriceMicro({ num: BigInt(priceMicro) * BigInt(num), den: BigInt(den) });
}

/**
 * Computes the cost of one unit from quantity and value, rounded half-even. Returns null for a quantity of 0.
 * A negative quantity with a negative value has a cost, too.
 */
export function computeAverageE4(valueE4: number, qtyMicro: number): number | null {
  if (qtyMicro === 0) return null;
  return toSafeNumber(divideHalfEven(BigInt(valueE4) * 1_000_000n, BigInt(qtyMicro)));
}
