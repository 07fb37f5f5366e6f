import { addDays, countDaysBetween, isCalendarDay } from '#core/day.ts';

const defaultDays = 30;
/** Maximum number of days per request, including the comparison period. */
const maxDays = 180;

/** Inclusive range of ISO dates, with the preceding range of the same length. */
export interface DashboardPeriod {
  from: string;
  to: string;
  days: number;
  before: { from: string; to: string };
}

/** Returns every day of a period in order. */
export function listDashboardDays({ from, days }: DashboardPeriod): string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/**
 * Returns the period in the URL, at most 180 days ending on `to`; the last 30 days by default or if invalid.
 */
export function getDashboardPeriod(
  search: { from?: string | undefined; to?: string | undefined },
  today: string,
): DashboardPeriod {
  const to = isCalendarDay(search.to) ? search.to : today;
  const requestedDays = isCalendarDay(search.from) ? countDaysBetween(search.from, to) + 1 : defaultDays;
  const days = requestedDays < 1 ? defaultDays : Math.min(requestedDays, maxDays);
  const from = addDays(to, 1 - days);
  return { from, to, days, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}
