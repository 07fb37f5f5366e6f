import { isDay } from '#domain/day-range.ts';

const dayMs = 86_400_000;
const usualDays = 30;
/** What the server adds up in one call, the period before included. */
const mostDays = 180;

/** Days of figures, both inclusive (`YYYY-MM-DD`), and as many before them to compare with. */
export interface Period {
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

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Every day of a period, in order. */
export function daysOf({ from, days }: Period): string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/**
 * The period that an address asks for: the last 30 days where it says nothing, or nothing sensible; at most 180
 * days, which end where it says.
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): Period {
  const to = isDay(asked.to) ? asked.to : today;
  const wanted = isDay(asked.from)
    ? Math.round((Date.parse(to) - Date.parse(asked.from)) / dayMs) + 1
    : usualDays;
  const days = wanted < 1 ? usualDays : Math.min(wanted, mostDays);
  const from = addDays(to, 1 - days);
  return { from, to, days, before: { from: addDays(from, -days), to: addDays(from, -1) } };
}
