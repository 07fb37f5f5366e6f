import { addDays } from '#core/day.ts';

/**
 * Filters for stock: lots that expire within a number of days, expired lots, lots on hold, or items without
 * movement.
 */
export const stockSubsets = ['in3', 'in7', 'in14', 'in30', 'expired', 'held', 'without-movement'] as const;
export type StockSubset = (typeof stockSubsets)[number];

export const isStockSubset = (text: string | undefined): text is StockSubset =>
  (stockSubsets as readonly (string | undefined)[]).includes(text);

interface Lots {
  /** Earliest expiry among lots that haven't expired. */
  nextExpiry: string | null;
  expiredLots: number;
  onHoldLots: number;
}

/**
 * Returns whether an item has lots that match a filter on a day (YYYY-MM-DD) of its location. Expired lots
 * don't count as expiring.
 */
export function hasMatchingLots(
  subset: Exclude<StockSubset, 'without-movement'>,
  { nextExpiry, expiredLots, onHoldLots }: Lots,
  today: string,
): boolean {
  if (subset === 'expired') return expiredLots > 0;
  if (subset === 'held') return onHoldLots > 0;
  return nextExpiry !== null && nextExpiry <= addDays(today, Number(subset.slice(2)));
}
