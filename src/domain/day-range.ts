/**
 * The first text that no time of a day (YYYY-MM-DD) reaches: `from <= time && time < dayAfter(to)` is every time of the
 * days from `from` to `to`, compared byte by byte. Mostly the next day; behind the last day of the calendar there is none.
 */
export function dayAfter(date: string): string {
  if (date >= '9999-12-31') return ':';
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar (YYYY-MM-DD): the 31st of February is none. */
export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** So many years back anything may still be entered; what is before that is a slip of the year. */
const enteredWithinYears = 10;

/** Whether a day or moment (ISO) that somebody enters is so long ago that its year is a slip: 0026 for 2026. */
export const isLongAgo = (at: string, now: Date): boolean =>
  !/^\d{4}-/.test(at) || at < String(now.getUTCFullYear() - enteredWithinYears);
