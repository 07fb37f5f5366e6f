import { getBusinessDay } from '#core/business-day.ts';
import { useUser } from './session/session.ts';
import { useNow } from './use-now.ts';

/**
 * Returns today's business day (YYYY-MM-DD) in the device's time zone, for screens of several locations. It ends
 * when the business days of the user's locations do.
 */
export function useToday(): string {
  const now = useNow();
  const { dayEnds } = useUser();
  return getBusinessDay(now, { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, dayEnds });
}
