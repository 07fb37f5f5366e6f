import { isDay } from '#domain/day-range.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
/** What the server adds up in one call, the period before included. */
const maxDays = 180;

/** Days of figures, both inclusive (`YYYY-MM-DD`), and as many before them to compare with. */
export interface DashboardPeriod {
  from: string;
  to: string;
  days: number;
  before: { from: string; to: string };
}

/** The calendar day of an instant, where the person is. */
export function localDay(nowMs: number): string {
  const date = new Date(nowMs);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function addCalendarDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Every day of a period, in order. */
export function dashboardDays({ from, days }: DashboardPeriod): string[] {
  return Array.from({ length: days }, (_, index) => addCalendarDays(from, index));
}

/**
 * The period that an address asks for: the last 30 days where it says nothing, or nothing sensible; at most 180
 * days, which end where it says.
 */
export function dashboardPeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): DashboardPeriod {
  const to = isDay(asked.to) ? asked.to : today;
  const wanted = isDay(asked.from)
    ? Math.round((Date.parse(to) - Date.parse(asked.from)) / dayMs) + 1
    : defaultDays;
  const days = wanted < 1 ? defaultDays : Math.min(wanted, maxDays);
  const from = addCalendarDays(to, 1 - days);
  return { from, to, days, before: { from: addCalendarDays(from, -days), to: addCalendarDays(from, -1) } };
}
