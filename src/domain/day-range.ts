/**
 * The first text that no time of a day (YYYY-MM-DD) reaches: `from <= time && time < dayAfter(to)` is every time of the
 * days from `from` to `to`, compared byte by byte. Mostly the next day; behind the last day of the calendar there is none.
 */
export function dayAfter(date: string): string {
  if (date >= '9999-12-31') return ':';
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}
