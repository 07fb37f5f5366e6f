import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';

/**
 * Computes the stock value after a receipt by moving average cost: (Q*C + q*c) / (Q + q) per unit, so the
 * values add up. At or below zero on hand, all remaining stock takes the receipt's cost. Values in
 * ten-thousandths, quantities in millionths of the base unit.
 */
export function computeValueAfterReceiptE4(
  onHandMicro: number,
  valueE4: number,
  qtyMicro: number,
  receiptE4: number,
): number {
  if (onHandMicro > 0) return toSafeNumber(BigInt(valueE4) + BigInt(receiptE4));
  const leftMicro = BigInt(onHandMicro) + BigInt(qtyMicro);
  return toSafeNumber(divideHalfEven(leftMicro * BigInt(receiptE4), BigInt(qtyMicro)));
}
