/* Arithmetic on calendar days, as ISO dates (YYYY-MM-DD). A location's own day: business-day.ts. */

/** Milliseconds in a day of 24 hours. */
export const dayMs = 86_400_000;

/** Returns the UTC date of an instant (a `Date`, epoch ms or ISO time). */
export function toUtcDay(at: Date | number | string): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Adds days to a day; negative numbers subtract. */
export function addDays(day: string, count: number): string {
  return toUtcDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs);
}

/** Returns the number of days from one day to another; negative if `to` is earlier. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** Returns the day of the week: 1 is Monday, 7 is Sunday. */
export function getWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * Returns the exclusive upper bound of a day (YYYY-MM-DD) for comparing ISO times as text: `from <= time &&
 * time < getDayUpperBound(to)`. Usually this is the next day; for the last day of the calendar, it is a string that
 * sorts after every time.
 */
export function getDayUpperBound(date: string): string {
  if (date >= '9999-12-31') return ':';
  return addDays(date, 1);
}

/** Returns whether a text is a valid calendar day (YYYY-MM-DD); 31 February isn't. */
export function isCalendarDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * Accepted years before and after the current one, by kind of day; anything beyond is treated as a typing
 * error (0026 or 2206 for 2026). `past`: past events and document dates. `planned`: future events. `expiry`:
 * expiry dates. `effective`: effective dates of prices, rates, taxes and recipes, and closed days.
 */
const acceptedYears = {
  past: { back: 10, ahead: 1 },
  planned: { back: 10, ahead: 10 },
  expiry: { back: 10, ahead: 30 },
  effective: { back: 50, ahead: 10 },
} as const;

export type DayKind = keyof typeof acceptedYears;

/** The first and last plausible day (YYYY-MM-DD). */
interface PlausibleDays {
  from: string;
  to: string;
}

/**
 * Returns the plausible range if the year of a day or moment (ISO) looks mistyped; null if it is plausible.
 */
export function findMistypedYear(kind: DayKind, at: string, now: Date): PlausibleDays | null {
  const { back, ahead } = acceptedYears[kind];
  const from = `${now.getUTCFullYear() - back}-01-01`;
  const to = `${now.getUTCFullYear() + ahead}-12-31`;
  const day = at.slice(0, 10);
  // Years with more or fewer than four digits start with a sign.
  return /^\d/.test(at) && day >= from && day <= to ? null : { from, to };
}
