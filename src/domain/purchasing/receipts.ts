import { convertMicro, exactly } from '../quantity.ts';
import { type Tolerances, withinTolerance } from '../tolerances/tolerances.ts';

/** A receipt posts when it is made; what was wrong about it is taken back and received again. */
export const receiptStatuses = ['Posted', 'Reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** A line of a purchase order as far as receiving asks; quantities in what the line counts. */
export interface OrderedLine {
  qtyMicro: number;
  /** Accepted by receipts before, those that were taken back aside. */
  receivedQtyMicro: number;
  unitNum: number;
  unitDen: number;
}

/**
 * Whether a line has more than it may when so much more is accepted. Cumulative over all receipts: what comes in parts is
 * judged as if it came at once, so that a full line still takes what its tolerance leaves. The share is compared in what the
 * line counts, the amount in base units, and the wider one holds; a tolerance of 0 is exactly nothing.
 */
export function isBeyondTolerance(
  line: OrderedLine,
  moreMicro: number,
  tolerances: Pick<Tolerances, 'overReceiptPercentMicro' | 'overReceiptQtyMicro'>,
): boolean {
  const inAll = line.receivedQtyMicro + moreMicro;
  if (moreMicro <= 0 || inAll <= line.qtyMicro) return false;
  const percent = { percentMicro: tolerances.overReceiptPercentMicro, amount: 0 };
  if (withinTolerance(inAll, line.qtyMicro, percent)) return false;
  const ratio = { num: line.unitNum, den: line.unitDen };
  const overMicro = exactly(() => convertMicro(inAll - line.qtyMicro, ratio));
  return overMicro === null || overMicro === 0 || overMicro > tolerances.overReceiptQtyMicro;
}

/** How many days a lot has to be good for when it comes, and what happens where it is not. */
export interface LifeRule {
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
export function lifeFault(
  daysLeft: number | null,
  { minDays, isRefused }: LifeRule,
): 'refused' | 'asks' | null {
  if (daysLeft === null || daysLeft >= (minDays ?? 0)) return null;
  return isRefused && minDays !== null ? 'refused' : 'asks';
}

/**
 * By how many per cent a price differs from another one, to two decimals; null where there is nothing to compare with.
 * Both in ten-thousandths.
 */
export function pricePercent(priceE4: number, otherE4: number | null): number | null {
  if (otherE4 === null || otherE4 === 0) return null;
  return Math.round(((priceE4 - otherE4) * 10_000) / otherE4) / 100;
}
