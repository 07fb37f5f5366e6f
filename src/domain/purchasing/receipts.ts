import { toBaseExact, type MeasuredQuantity, exactUnitSize } from '../exact-totals.ts';
import { type Exact, times } from '../recipes/exact.ts';
import { compareReceiptWithOrder, type Tolerances } from '../tolerances/tolerances.ts';

/** A receipt posts when it is made; what was wrong about it is taken back and received again. */
export const receiptStatuses = ['Posted', 'Reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/**
 * Compares all that was received of an ordered line with what was ordered. Cumulative over all receipts: what comes in parts is
 * judged as if it came at once. Percentages are of the ordered quantity, amounts are in base units, and the wider one holds.
 *
 * @param received in millionths of the ordered unit
 */
export const compareReceivedWithOrdered = (line: MeasuredQuantity, received: Exact, tolerances: Tolerances) =>
  compareReceiptWithOrder(times(received, exactUnitSize(line)), toBaseExact(line), tolerances);

/** How many days a lot has to be good for when it comes, and what happens where it is not. */
export interface RemainingLifeRule {
  minDays: number | null;
  /** Refused whoever says what; otherwise a reason is asked for. */
  isRefused: boolean;
}

/**
 * What to say of how long a lot is still good on the day it comes. What has expired needs a reason though the item asks for no
 * days. Null: nothing is to be said.
 *
 * @param daysLeft whole days from that day to the last good one; null where it does not expire
 */
export function findRemainingLifeFault(
  daysLeft: number | null,
  { minDays, isRefused }: RemainingLifeRule,
): 'refused' | 'asks' | null {
  if (daysLeft === null || daysLeft >= (minDays ?? 0)) return null;
  return isRefused && minDays !== null ? 'refused' : 'asks';
}

/**
 * By how many per cent a price differs from another one, to two decimals; null where there is nothing to compare with.
 * Both on one scale.
 */
export function priceDifferencePercent(price: number, other: number | null): number | null {
  if (other === null || other === 0) return null;
  return Math.round(((price - other) * 10_000) / other) / 100;
}
