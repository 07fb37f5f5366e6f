import { divideHalfEven, toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import { isMoveKind, moveKinds } from '#core/move-kinds.ts';
import { countDaysBetween } from '#core/day.ts';

/** Window of whole business days before today: at least `min`, at most `max`. */
export const usageWindow = { min: 7, max: 28 } as const;

/** Total of one kind of movement within the window: positive for receipts, negative for issues. */
export interface MovementTotal {
  kind: string;
  /** In millionths of the base unit; null if the sum is out of range. */
  qtyMicro: number | null;
}

/** Daily usage of an item at a location. */
export interface DailyUsage {
  /** In millionths of the base unit, above zero. */
  perDayMicro: number;
  /** Number of days observed. */
  days: number;
  /** Source of the figure: usage, or deliveries if the location records no usage. */
  basis: 'use' | 'deliveries';
}

/**
 * Computes daily usage, which all screens share: issues for use less reversals, divided by the days of the
 * window. For a branch without sales or recorded usage, deliveries count instead. Losses and corrections
 * aren't usage.
 *
 * @param movements movements within the last `days` full days
 * @param days number of days with history, from `countUsageDays`
 * @returns null with less than a week of history, without usage, or out of range
 */
export function computeDailyUsage(movements: readonly MovementTotal[], days: number): DailyUsage | null {
  if (days < usageWindow.min) return null;
  const [used, delivered] = [movements.filter(({ kind }) => isUsageKind(kind)), movements.filter(isDelivery)];
  const basis = used.length > 0 ? 'use' : 'deliveries';
  const sumMicro = sumQuantities(basis === 'use' ? used : delivered);
  if (sumMicro === null) return null;
  const usageMicro = basis === 'use' ? -sumMicro : sumMicro;
  const perDayMicro = toExactOrNull(() => toSafeNumber(divideHalfEven(usageMicro, BigInt(days))));
  return perDayMicro !== null && perDayMicro > 0 ? { perDayMicro, days, basis } : null;
}

/**
 * Returns the number of whole days before today since an item's first movement (YYYY-MM-DD), limited to the
 * window.
 */
export function countUsageDays(firstDay: string, today: string, maxDays: number = usageWindow.max): number {
  return Math.max(0, Math.min(maxDays, countDaysBetween(firstDay, today)));
}

const isUsageKind = (kind: string) => isMoveKind(kind) && moveKinds[kind].isUse;

const isDelivery = ({ kind }: MovementTotal) => isMoveKind(kind) && 'isDelivery' in moveKinds[kind];

function sumQuantities(movements: readonly MovementTotal[]): bigint | null {
  let total = 0n;
  for (const { qtyMicro } of movements) {
    if (qtyMicro === null) return null;
    total += BigInt(qtyMicro);
  }
  return total;
}
