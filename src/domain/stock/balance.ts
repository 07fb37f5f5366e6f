import { valueAfterReceiptE4 } from '../costing/moving-average.ts';
import { averageE4, valueOf } from '../money.ts';
import { divideHalfEven, toSafeNumber } from '../quantity.ts';

/** What a place holds of an item, in base units, and what it is worth. */
export interface Balance {
  onHandMicro: number;
  valueE4: number;
  /** The last known average per base unit: what an empty or negative balance issues at. */
  lastCostE4: number;
}

/** A place that has never held the item. */
export const emptyBalance: Readonly<Balance> = { onHandMicro: 0, valueE4: 0, lastCostE4: 0 };

/**
 * Takes a quantity (above zero) out of a balance, at its average. Issuing everything takes the whole value, so
 * that no crumbs stay behind; going below zero issues at the last average. Whether it may is asked before.
 *
 * @param wantedE4 for a reversal: the value it takes out. The balance gives it as far as it has it, and all of its value
 * with its last unit; the ledger posts the rest as a variance.
 * @returns the new balance, and the value that left it.
 */
export function applyOut(
  balance: Balance,
  qtyMicro: number,
  wantedE4?: number,
): { balance: Balance; valueE4: number } {
  const lastCostE4 =
    balance.onHandMicro > 0
      ? (averageE4(balance.valueE4, balance.onHandMicro) ?? balance.lastCostE4)
      : balance.lastCostE4;
  const valueE4 = issueValueE4(balance, qtyMicro, wantedE4);
  return {
    balance: {
      onHandMicro: toSafeNumber(BigInt(balance.onHandMicro) - BigInt(qtyMicro)),
      valueE4: toSafeNumber(BigInt(balance.valueE4) - BigInt(valueE4)),
      lastCostE4,
    },
    valueE4,
  };
}

function issueValueE4(balance: Balance, qtyMicro: number, wantedE4: number | undefined): number {
  if (balance.onHandMicro <= 0) return valueOf(qtyMicro, balance.lastCostE4);
  if (wantedE4 !== undefined && qtyMicro < balance.onHandMicro) {
    return Math.max(0, Math.min(wantedE4, balance.valueE4));
  }
  return toSafeNumber(
    divideHalfEven(BigInt(balance.valueE4) * BigInt(qtyMicro), BigInt(balance.onHandMicro)),
  );
}

/**
 * Puts a quantity (above zero) worth `valueE4` into a balance: a receipt from outside, or a transfer that carries
 * the sender's cost. Into a balance below zero, what is then on hand stands at the incoming cost.
 *
 * @returns the new balance; `valueE4`, by how much its value rose; and `revaluationE4`, how much of that is not
 * the incoming value but corrects what went out below zero at an older cost (0 in any other case). Book it, or
 * values do not add up.
 */
export function applyIn(
  balance: Balance,
  qtyMicro: number,
  valueE4: number,
): { balance: Balance; valueE4: number; revaluationE4: number } {
  const onHandMicro = toSafeNumber(BigInt(balance.onHandMicro) + BigInt(qtyMicro));
  const newValueE4 = valueAfterReceiptE4(balance.onHandMicro, balance.valueE4, qtyMicro, valueE4);
  const roseE4 = toSafeNumber(BigInt(newValueE4) - BigInt(balance.valueE4));
  const incomingCostE4 = averageE4(valueE4, qtyMicro) ?? balance.lastCostE4;
  return {
    balance: {
      onHandMicro,
      valueE4: newValueE4,
      lastCostE4: onHandMicro > 0 ? (averageE4(newValueE4, onHandMicro) ?? incomingCostE4) : incomingCostE4,
    },
    valueE4: roseE4,
    revaluationE4: roseE4 - valueE4,
  };
}

/**
 * Changes what a balance is worth and nothing else: what is on hand turned out to have cost more, or less.
 *
 * @throws RangeError where nothing is on hand, or it would be worth less than nothing: see `splitLateDifference`.
 */
export function applyValue(balance: Balance, byE4: number): Balance {
  const valueE4 = toSafeNumber(BigInt(balance.valueE4) + BigInt(byE4));
  if (balance.onHandMicro <= 0 || valueE4 < 0) throw new RangeError('There is no stock to revalue');
  return { ...balance, valueE4, lastCostE4: averageE4(valueE4, balance.onHandMicro) ?? balance.lastCostE4 };
}
