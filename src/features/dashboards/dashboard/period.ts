import { isCalendarDay } from '#domain/day-range.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
/** Server limit of days per call, including the compared period. */
const maxDays = 180;

/** Inclusive range of ISO dates and the same number of days before it. */
export interface DashboardPeriod {
  from: string;
  to: string;
  days: number;
  before: { from: string; to: string };
}

/** Returns the ISO date of an instant in the device's time zone. */
export function localDay(nowMs: number): string {
  const date = new Date(nowMs);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function addCalendarDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns every day of a period in order. */
export function dashboardDays({ from, days }: DashboardPeriod): string[] {
  return Array.from({ length: days }, (_, index) => addCalendarDays(from, index));
}

/** Returns the period of the address: 30 days by default or if invalid, at most 180 days ending on `to`. */
export function dashboardPeriod(
  search: { from?: string | undefined; to?: string | undefined },
  today: string,
): DashboardPeriod {
  const to = isCalendarDay(search.to) ? search.to : today;
  const requestedDays = isCalendarDay(search.from)
    ? Math.round((Date.parse(to) - Date.parse(search.from)) / dayMs) + 1
    : defaultDays;
  const days = requestedDays < 1 ? defaultDays : Math.min(requestedDays, maxDays);
  const from = addCalendarDays(to, 1 - days);
  return { from, to, days, before: { from: addCalendarDays(from, -days), to: addCalendarDays(from, -1) } };
}
