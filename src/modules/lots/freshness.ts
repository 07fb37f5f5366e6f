import { dayMs } from '#core/day.ts';
/** A lot with this many days left or fewer is shown as expiring soon. */
export const expiringSoonDays = 7;

export interface Freshness {
  state: 'good' | 'soon' | 'expired';
  /** Whole days until the expiry date: 0 on that day, negative after it. */
  daysLeft: number;
}

/**
 * Computes the remaining shelf life of a lot.
 *
 * @param expiry expiry date (YYYY-MM-DD)
 * @param today today in the viewer's or the location's time zone (YYYY-MM-DD)
 * @returns null if it doesn't expire or the date is invalid
 */
export function getFreshness(expiry: string | null, today: string): Freshness | null {
  const daysLeft = Math.round((Date.parse(expiry ?? '') - Date.parse(today)) / dayMs);
  if (Number.isNaN(daysLeft)) return null;
  return { state: daysLeft < 0 ? 'expired' : daysLeft <= expiringSoonDays ? 'soon' : 'good', daysLeft };
}
