import { toBaseExact, type MeasuredQuantity, exactUnitSize } from '#core/exact-totals.ts';
import { type Exact, multiplyExact } from '#core/exact.ts';
import { compareReceiptWithOrder, type Tolerances } from '#modules/suppliers/tolerance-rules.ts';

/** A receipt is posted when created; errors are corrected by reversing and receiving again. */
export const receiptStatuses = ['Posted', 'Reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/**
 * Compares the total received of an ordered line with the order. Cumulative over all receipts, so partial
 * deliveries count as one. Percentages are of the ordered quantity, amounts in base units, and the wider
 * tolerance applies.
 *
 * @param received in millionths of the ordered unit
 */
export const compareReceivedWithOrdered = (line: MeasuredQuantity, received: Exact, tolerances: Tolerances) =>
  compareReceiptWithOrder(multiplyExact(received, exactUnitSize(line)), toBaseExact(line), tolerances);

/** Minimum remaining life of a lot at receipt, in days, and the consequence if it is shorter. */
export interface RemainingLifeRule {
  minDays: number | null;
  /** Always refused; otherwise a reason is required. */
  isRefused: boolean;
}

/**
 * Returns the problem with the remaining life of a lot at receipt. Expired goods need a reason even without a
 * minimum. Null if there is none.
 *
 * @param daysLeft whole days until the last good day; null if it doesn't expire
 */
export function findRemainingLifeFault(
  daysLeft: number | null,
  { minDays, isRefused }: RemainingLifeRule,
): 'refused' | 'needsReason' | null {
  if (daysLeft === null || daysLeft >= (minDays ?? 0)) return null;
  return isRefused && minDays !== null ? 'refused' : 'needsReason';
}

/**
 * Returns the price difference in percent, to two decimals; null without a price to compare with. Both on one
 * scale.
 */
export function priceDifferencePercent(price: number, other: number | null): number | null {
  if (other === null || other === 0) return null;
  return Math.round(((price - other) * 10_000) / other) / 100;
}
