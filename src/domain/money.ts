import { refusal } from './refusals/refusal.ts';
import {
  divideHalfEven,
  invalidRatioError,
  QuantityError,
  type Ratio,
  toSafeNumber,
  toScaled,
} from './quantity.ts';

/** Largest amount of money, either side of zero, in whole units of the currency. */
const maxMoney = 900_000_000_000n;

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
 * Largest price, in whole units of the currency: below it, every price with six decimals is exact as a JSON number, as
 * 2^33 millionths steps are finer than a millionth.
 */
const maxPrice = 8_500_000_000n;
const maxPriceMicro = maxPrice * 1_000_000n;

/**
 * A price per unit (up to 6 decimals) as an integer of millionths of the currency.
 *
 * @throws QuantityError NOT_A_NUMBER, TOO_PRECISE, OUT_OF_RANGE (beyond 8.5e9 either side).
 */
export function toPriceMicro(value: number | string): number {
  return toScaled(value, 6, maxPrice);
}

/** Millionths of the currency as the plain number that goes over the wire. */
export function fromPriceMicro(priceMicro: number): number {
  return priceMicro / 1e6;
}

/**
 * A computed price (millionths of the currency) as an integer, rounded half-even.
 *
 * @throws QuantityError OUT_OF_RANGE beyond the largest price.
 */
export function roundPriceMicro({ num, den }: { num: bigint; den: bigint }): number {
  const priceMicro = divideHalfEven(num, den);
  if (priceMicro > maxPriceMicro || priceMicro < -maxPriceMicro)
    throw new QuantityError('OUT_OF_RANGE', refusal('costs-beyond-exact'));
  return Number(priceMicro);
}

/** The price of one unit, in millionths, when `qtyMicro` is worth `valueE4`; null when there is no quantity. */
export const averageMicro = (valueE4: number, qtyMicro: number): number | null =>
  qtyMicro === 0 ? null : roundPriceMicro({ num: BigInt(valueE4) * 100_000_000n, den: BigInt(qtyMicro) });

/** A unit cost of the ledger (ten-thousandths) as a price in millionths. */
export const priceMicroOf = (costE4: number): number =>
  roundPriceMicro({ num: BigInt(costE4) * 100n, den: 1n });

/**
 * The value, in ten-thousandths, of a quantity at a price per unit in millionths: multiplied through BigInt, rounded
 * half-even once. Quantity and price are of the same unit.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function valueAtPrice(qtyMicro: number, priceMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(qtyMicro) * BigInt(priceMicro), 100_000_000n));
}

/**
 * An amount or a price, plus so many percent (in millionths) of it, rounded half-even once in the unit of the amount.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function withPercent(amount: number, percentMicro: number): number {
  return toSafeNumber(divideHalfEven(BigInt(amount) * (100_000_000n + BigInt(percentMicro)), 100_000_000n));
}

/**
 * A price per base unit as the price per unit of this ratio, in millionths, rounded half-even once.
 *
 * @throws QuantityError OUT_OF_RANGE beyond the largest price.
 */
export function pricePerUnitMicro(priceMicro: number, { num, den }: Ratio): number {
  if (den === 0) throw invalidRatioError();
  return roundPriceMicro({ num: BigInt(priceMicro) * BigInt(num), den: BigInt(den) });
}

/**
 * The cost of one unit when `qtyMicro` is worth `valueE4`, rounded half-even. Null when there is no
 * quantity to divide by (zero). A negative quantity with a negative value has a cost, too.
 */
export function averageE4(valueE4: number, qtyMicro: number): number | null {
  if (qtyMicro === 0) return null;
  return toSafeNumber(divideHalfEven(BigInt(valueE4) * 1_000_000n, BigInt(qtyMicro)));
}
