/** A lot with so many days left, or fewer, is said to expire soon: those days are what a branch plans for. */
export const expiringSoonDays = 7;

export interface Freshness {
  state: 'good' | 'soon' | 'expired';
  /** Whole days from today to the last good one: 0 where that is today, negative where it is past. */
  daysLeft: number;
}

const dayMs = 86_400_000;

/**
 * How long a lot is still good on a day.
 *
 * @param expiry the last day on which it is good (YYYY-MM-DD)
 * @param today the day by the clock of whoever looks, or of the place (YYYY-MM-DD)
 * @returns null where it does not expire, or its day cannot be read
 */
export function freshnessOf(expiry: string | null, today: string): Freshness | null {
  const daysLeft = Math.round((Date.parse(expiry ?? '') - Date.parse(today)) / dayMs);
  if (Number.isNaN(daysLeft)) return null;
  return { state: daysLeft < 0 ? 'expired' : daysLeft <= expiringSoonDays ? 'soon' : 'good', daysLeft };
}
