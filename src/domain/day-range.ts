/**
 * The first text that no time of a day (YYYY-MM-DD) reaches: `from <= time && time < dayAfter(to)` is every time of the
 * days from `from` to `to`, compared byte by byte. Mostly the next day; behind the last day of the calendar there is none.
 */
export function dayAfter(date: string): string {
  if (date >= '9999-12-31') return ':';
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar (YYYY-MM-DD): the 31st of February is none. */
export function isCalendarDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/**
 * How many years before and after this one a day may lie that somebody enters, by what kind of day it is; what is beyond is a
 * slip of the year: 0026 or 2206 for 2026. `past`: when something happened, and what papers are dated. `planned`: when something is to
 * come. `expiry`: until when goods are good, which may be over for long, or be years ahead. `standing`: from when a price, rate, tax or recipe
 * holds, and days of a calendar.
 */
const yearsOfDays = {
  past: { back: 10, ahead: 1 },
  planned: { back: 10, ahead: 10 },
  expiry: { back: 10, ahead: 30 },
  standing: { back: 50, ahead: 10 },
} as const;

export type DayKind = keyof typeof yearsOfDays;

/** The first and the last day (YYYY-MM-DD) that are no slips. */
interface PossibleDays {
  from: string;
  to: string;
}

/** Which days are possible where the year of a day or moment (ISO) that somebody enters is a slip; null where it is none. */
export function findYearSlip(kind: DayKind, at: string, now: Date): PossibleDays | null {
  const { back, ahead } = yearsOfDays[kind];
  const from = `${now.getUTCFullYear() - back}-01-01`;
  const to = `${now.getUTCFullYear() + ahead}-12-31`;
  const day = at.slice(0, 10);
  // Years of other than four digits have a sign before them.
  return /^\d/.test(at) && day >= from && day <= to ? null : { from, to };
}
