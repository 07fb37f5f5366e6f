import { localDate } from '#core/cutoff.ts';
import { useNow } from './use-now.ts';

/** Returns today's date (YYYY-MM-DD) in the device's time zone, in which rates and closed days begin. */
export function useToday(): string {
  const now = useNow();
  return localDate(new Date(now), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
