/**
 * How a share is written in percent, on screens, in mails and beside charts: to one decimal, and what is below one by its first
 * two digits (`0.23%`), so that a bar and one that is a third longer are not told alike. A share that is not nothing is never said
 * to be 0 %, and none that is not all of it to be 100 % (`asShown`).
 */
export const percentFormat = {
  style: 'percent',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** A share from 0 to 1 as it is said: what lacks a little of all of it lacks a tenth of a percent. */
export const toDisplayedShare = (share: number): number => (share < 1 && share > 0.999 ? 0.999 : share);
