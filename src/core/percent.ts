/**
 * Percent format for screens, emails and charts: one decimal, or two significant digits below 1%, so that
 * charts don't show different bars with the same label. Combined with `toDisplayedShare`, only zero is shown
 * as 0% and only a whole as 100%.
 */
export const percentFormat = {
  style: 'percent',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 2,
  roundingPriority: 'morePrecision',
} as const;

/** Caps a share just below 1 at 99.9%, so that it isn't displayed as 100%. */
export const toDisplayedShare = (share: number): number => (share < 1 && share > 0.999 ? 0.999 : share);
