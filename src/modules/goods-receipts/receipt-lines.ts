import { toBaseExact, type MeasuredQuantity, getExactUnitSize } from '#core/exact-totals.ts';
import { type Exact, multiplyExact } from '#core/exact.ts';
import { compareReceiptWithOrder, type Tolerances } from '#modules/suppliers/tolerance-rules.ts';

/** A receipt is posted when created; errors are corrected by reversing and receiving again. */
export const receiptStatuses = ['Posted', 'Reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/**
 * Compares the total quantity received for an ordered line with the ordered quantity, over all its receipts,
 * so that partial deliveries are added up. Percentages are relative to the ordered quantity, amounts are in
 * base units, and the wider tolerance applies.
 *
 * @param received total in millionths of the ordered unit
 */
export const compareReceivedWithOrdered = (line: MeasuredQuantity, received: Exact, tolerances: Tolerances) =>
  compareReceiptWithOrder(multiplyExact(received, getExactUnitSize(line)), toBaseExact(line), tolerances);

/** Minimum remaining shelf life of a lot at receipt, in days, and the consequence if it is shorter. */
export interface RemainingLifeRule {
  minDays: number | null;
  /** Whether such lots are always rejected; otherwise a reason is required. */
  isStrict: boolean;
}

/**
 * Returns the error about a lot's remaining shelf life at receipt; null if there is none. Expired goods
 * require a reason even if no minimum is set.
 *
 * @param daysLeft full days until the expiry date; null if the lot doesn't expire
 */
export function findRemainingLifeError(
  daysLeft: number | null,
  { minDays, isStrict }: RemainingLifeRule,
): 'rejected' | 'needsReason' | null {
  if (daysLeft === null || daysLeft >= (minDays ?? 0)) return null;
  return isStrict && minDays !== null ? 'rejected' : 'needsReason';
}

/**
 * Returns the price difference in percent, to two decimals; null if there is no price to compare with. Both
 * prices must use the same scale.
 */
export function computePriceDifferencePercent(price: number, other: number | null): number | null {
  if (other === null || other === 0) return null;
  return Math.round(((price - other) * 10_000) / other) / 100;
}
