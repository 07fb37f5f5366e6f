import { computeValueAfterReceiptE4 } from './moving-average.ts';
import { computeAverageE4, computeValue } from '#core/money.ts';
import { divideHalfEven, toSafeNumber } from '#core/quantity.ts';

/** Quantity of an item at a location in base units, and its value. */
export interface Balance {
  onHandMicro: number;
  valueE4: number;
  /** Last known average per base unit, used for issues from an empty or negative balance. */
  lastCostE4: number;
}

/** Balance of a location that never stocked the item. */
export const emptyBalance: Readonly<Balance> = { onHandMicro: 0, valueE4: 0, lastCostE4: 0 };

/**
 * Issues a quantity (above zero) at average cost. Issuing everything takes the whole value, so no rounding
 * error remains. At or below zero on hand, the last average is used. Availability is checked by the caller.
 *
 * @param requestedE4 for a reversal, the value to issue, at most the value of the balance; the last unit takes
 *   the whole value. The ledger posts the difference as a variance.
 * @returns the new balance and the issued value
 */
export function applyOut(
  balance: Balance,
  qtyMicro: number,
  requestedE4?: number,
): { balance: Balance; valueE4: number } {
  const lastCostE4 =
    balance.onHandMicro > 0
      ? (computeAverageE4(balance.valueE4, balance.onHandMicro) ?? balance.lastCostE4)
      : balance.lastCostE4;
  const valueE4 = issueValueE4(balance, qtyMicro, requestedE4);
  return {
    balance: {
      onHandMicro: toSafeNumber(BigInt(balance.onHandMicro) - BigInt(qtyMicro)),
      valueE4: toSafeNumber(BigInt(balance.valueE4) - BigInt(valueE4)),
      lastCostE4,
    },
    valueE4,
  };
}

function issueValueE4(balance: Balance, qtyMicro: number, requestedE4: number | undefined): number {
  if (balance.onHandMicro <= 0) return computeValue(qtyMicro, balance.lastCostE4);
  if (requestedE4 !== undefined && qtyMicro < balance.onHandMicro) {
    return Math.max(0, Math.min(requestedE4, balance.valueE4));
  }
  return toSafeNumber(
    divideHalfEven(BigInt(balance.valueE4) * BigInt(qtyMicro), BigInt(balance.onHandMicro)),
  );
}

/**
 * Receives a quantity (above zero) worth `valueE4`: a receipt from a virtual location, or a transfer at the
 * sender's cost. If the balance was negative, the resulting stock takes the incoming cost.
 *
 * @returns the new balance; `valueE4`, its increase in value; and `revaluationE4`, the part that corrects
 *   earlier issues below zero (0 otherwise), which must be posted for values to add up
 */
export function applyIn(
  balance: Balance,
  qtyMicro: number,
  valueE4: number,
): { balance: Balance; valueE4: number; revaluationE4: number } {
  const onHandMicro = toSafeNumber(BigInt(balance.onHandMicro) + BigInt(qtyMicro));
  const newValueE4 = computeValueAfterReceiptE4(balance.onHandMicro, balance.valueE4, qtyMicro, valueE4);
  const increaseE4 = toSafeNumber(BigInt(newValueE4) - BigInt(balance.valueE4));
  const incomingCostE4 = computeAverageE4(valueE4, qtyMicro) ?? balance.lastCostE4;
  return {
    balance: {
      onHandMicro,
      valueE4: newValueE4,
      lastCostE4:
        onHandMicro > 0 ? (computeAverageE4(newValueE4, onHandMicro) ?? incomingCostE4) : incomingCostE4,
    },
    valueE4: increaseE4,
    revaluationE4: increaseE4 - valueE4,
  };
}

/**
 * Changes only the value of a balance, when stock turns out to have cost more or less.
 *
 * @throws RangeError if nothing is on hand or the value would become negative; see `splitLateDifference`
 */
export function applyValue(balance: Balance, deltaE4: number): Balance {
  const valueE4 = toSafeNumber(BigInt(balance.valueE4) + BigInt(deltaE4));
  if (balance.onHandMicro <= 0 || valueE4 < 0) throw new RangeError('There is no stock to revalue');
  return {
    ...balance,
    valueE4,
    lastCostE4: computeAverageE4(valueE4, balance.onHandMicro) ?? balance.lastCostE4,
  };
}
