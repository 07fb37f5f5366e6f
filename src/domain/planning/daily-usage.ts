import { divideHalfEven, exactOrNull, toSafeNumber } from '../quantity.ts';
import { isMoveKind, moveKinds } from '../stock/kinds.ts';

/** Whole business days that are looked back on, today left out: fewer than the least tell nothing. */
export const usageWindow = { least: 7, most: 28 } as const;

/** What moved of an item at a place within the window, by kind: above zero what came, below zero what went. */
export interface MovedByKind {
  kind: string;
  /** In millionths of the base unit; null where the sum is beyond exact numbers. */
  qtyMicro: number | null;
}

/** How much of an item a place uses on a day. */
export interface DailyUsage {
  /** In millionths of the base unit, above zero. */
  perDayMicro: number;
  /** Over how many days it was seen. */
  days: number;
  /** From what went out, or, where a place records nothing of that, from what was delivered to it. */
  basis: 'use' | 'deliveries';
}

/**
 * Use per day, the one rule for every screen: what went out because somebody wanted it, less what was taken back, over
 * the days of the window. A branch without sales records no use; over weeks it uses what it gets, so there its
 * deliveries are counted. Losses and corrections are no use.
 *
 * @param moved within the last `days` whole days
 * @param days as many as are known, from `countUsageDays`
 * @returns null before a week is known, where nothing was used, and beyond exact numbers
 */
export function computeDailyUsage(moved: readonly MovedByKind[], days: number): DailyUsage | null {
  if (days < usageWindow.least) return null;
  const [used, delivered] = [moved.filter(({ kind }) => isUse(kind)), moved.filter(isDelivery)];
  const basis = used.length > 0 ? 'use' : 'deliveries';
  const sumMicro = sum(basis === 'use' ? used : delivered);
  if (sumMicro === null) return null;
  const wentMicro = basis === 'use' ? -sumMicro : sumMicro;
  const perDayMicro = exactOrNull(() => toSafeNumber(divideHalfEven(wentMicro, BigInt(days))));
  return perDayMicro !== null && perDayMicro > 0 ? { perDayMicro, days, basis } : null;
}

/** How many whole days before today are known of an item that first moved on a day (YYYY-MM-DD), the window's at most. */
export function countUsageDays(firstDay: string, today: string, most: number = usageWindow.most): number {
  return Math.max(0, Math.min(most, Math.round((Date.parse(today) - Date.parse(firstDay)) / 86_400_000)));
}

const isUse = (kind: string) => isMoveKind(kind) && moveKinds[kind].isUse;

const isDelivery = ({ kind }: MovedByKind) => isMoveKind(kind) && 'isDelivery' in moveKinds[kind];

function sum(moved: readonly MovedByKind[]): bigint | null {
  let total = 0n;
  for (const { qtyMicro } of moved) {
    if (qtyMicro === null) return null;
    total += BigInt(qtyMicro);
  }
  return total;
}
