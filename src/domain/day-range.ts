/**
 * Returns the exclusive upper bound of a day (YYYY-MM-DD) for comparing ISO times as text: `from <= time &&
 * time < dayAfter(to)`. Usually the next day; after the last day of the calendar, a text that sorts after
 * every time.
 */
export function dayAfter(date: string): string {
  if (date >= '9999-12-31') return ':';
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
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
 * expiry dates. `standing`: start dates of prices, rates, taxes and recipes, and calendar days.
 */
const yearsOfDays = {
  past: { back: 10, ahead: 1 },
  planned: { back: 10, ahead: 10 },
  expiry: { back: 10, ahead: 30 },
  standing: { back: 50, ahead: 10 },
} as const;

export type DayKind = keyof typeof yearsOfDays;

/** The first and last plausible day (YYYY-MM-DD). */
interface PossibleDays {
  from: string;
  to: string;
}

/**
 * Returns the plausible range if the year of a day or moment (ISO) looks mistyped; null if it is plausible.
 */
export function findYearSlip(kind: DayKind, at: string, now: Date): PossibleDays | null {
  const { back, ahead } = yearsOfDays[kind];
  const from = `${now.getUTCFullYear() - back}-01-01`;
  const to = `${now.getUTCFullYear() + ahead}-12-31`;
  const day = at.slice(0, 10);
  // Years with more or fewer than four digits start with a sign.
  return /^\d/.test(at) && day >= from && day <= to ? null : { from, to };
}
