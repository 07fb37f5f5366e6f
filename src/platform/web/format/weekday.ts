import { localeStore } from '#platform/web/i18n/locale.ts';

/** Formats a day of the week, 1 for Monday: `Mon` or `Monday`. Other values are returned unchanged. */
export function formatWeekday(weekday: number, length: 'short' | 'long' = 'short'): string {
  if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7) return String(weekday);
  // 1 January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday));
  return new Intl.DateTimeFormat(localeStore.get() === 'ar' ? 'ar' : 'en-GB', {
    weekday: length,
    timeZone: 'UTC',
  }).format(day);
}
