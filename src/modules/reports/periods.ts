import { getTimeKey } from './report-shapes.ts';
import { addDays } from '#core/day.ts';

/**
 * Relative periods; they include today unless the name says otherwise. Weeks begin on Monday, as in reports.
 */
export const periods = [
  'today',
  'yesterday',
  'last-7',
  'last-30',
  'last-90',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
] as const;
export type Period = (typeof periods)[number];

export const isPeriod = (text: string | undefined): text is Period =>
  (periods as readonly (string | undefined)[]).includes(text);

/**
 * Returns the days of a period, both inclusive. Single-day reports use the last one, such as the end of
 * `last-month`.
 *
 * @param today YYYY-MM-DD in the user's time zone
 */
export function getPeriodDays(period: Period, today: string): { from: string; to: string } {
  const monday = getTimeKey(today, 'week');
  const [monthStart, yearStart] = [`${today.slice(0, 7)}-01`, `${today.slice(0, 4)}-01-01`];
  const dayBefore = (next: string) => addDays(next, -1);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayBefore(today), to: dayBefore(today) };
    case 'last-7':
      return { from: addDays(today, -6), to: today };
    case 'last-30':
      return { from: addDays(today, -29), to: today };
    case 'last-90':
      return { from: addDays(today, -89), to: today };
    case 'this-week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: addDays(monday, -7), to: dayBefore(monday) };
    case 'this-month':
      return { from: monthStart, to: today };
    case 'last-month':
      return { from: `${dayBefore(monthStart).slice(0, 7)}-01`, to: dayBefore(monthStart) };
    case 'this-year':
      return { from: yearStart, to: today };
    case 'last-year':
      return { from: `${dayBefore(yearStart).slice(0, 4)}-01-01`, to: dayBefore(yearStart) };
  }
}
