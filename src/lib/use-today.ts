import { localDate } from '#domain/planning/cutoff.ts';
import { useNow } from './use-now.ts';

/**
 * The day (YYYY-MM-DD) on the wall of the person who looks: rates and closed days begin at midnight there. In UTC it
 * would still be yesterday, or already tomorrow, for some hours of every day.
 */
export function useToday(): string {
  const now = useNow();
  return localDate(new Date(now), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
