import { addDays } from '../planning/cutoff.ts';

/** What shelves are narrowed to: a lot that is good for so many days at most, lots that expired or are on hold, what does not move. */
export const stockSubsets = ['in3', 'in7', 'in14', 'in30', 'expired', 'held', 'still'] as const;
export type StockSubset = (typeof stockSubsets)[number];

export const isStockSubset = (text: string | undefined): text is StockSubset =>
  (stockSubsets as readonly (string | undefined)[]).includes(text);

interface Lots {
  /** The earliest day through which a lot is good, of those that have not expired. */
  nextExpiry: string | null;
  expired: number;
  held: number;
}

/** Whether the lots of a shelf are such, on a day (YYYY-MM-DD) of its place. What has expired expires no more. */
export function hasMatchingLots(
  only: Exclude<StockSubset, 'still'>,
  { nextExpiry, expired, held }: Lots,
  today: string,
): boolean {
  if (only === 'expired') return expired > 0;
  if (only === 'held') return held > 0;
  return nextExpiry !== null && nextExpiry <= addDays(today, Number(only.slice(2)));
}
