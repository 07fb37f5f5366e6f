/**
 * How a share is written in percent, on screens, in mails and beside charts: to one decimal, and what is less but not nothing by its first
 * digit (`0.03%`). A share that is not nothing is never said to be 0 %.
 */
export const asPercent = {
  style: 'percent',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 1,
  roundingPriority: 'morePrecision',
} as const;
