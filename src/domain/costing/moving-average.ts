import { divideHalfEven, toSafeNumber } from '../quantity.ts';

/**
 * What a balance is worth after a receipt, by moving average cost: (Q*C + q*c) / (Q + q) per unit, that is, the
 * two values add up. At or below zero on hand there is nothing to average with: all that is then on hand stands
 * at the receipt's own cost. Values in ten-thousandths, quantities in millionths of the base unit.
 */
export function valueAfterReceiptE4(
  onHandMicro: number,
  valueE4: number,
  qtyMicro: number,
  receiptE4: number,
): number {
  if (onHandMicro > 0) return toSafeNumber(BigInt(valueE4) + BigInt(receiptE4));
  const leftMicro = BigInt(onHandMicro) + BigInt(qtyMicro);
  return toSafeNumber(divideHalfEven(leftMicro * BigInt(receiptE4), BigInt(qtyMicro)));
}
