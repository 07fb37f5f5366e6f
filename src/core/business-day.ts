import { instantAtWallClock, localDate } from './cutoff.ts';
import { addDays } from './day.ts';

/** Before this date, zones used local solar time, so the day is computed in UTC. */
const firstZonedDay = '1900-01-01';

/**
 * Returns the business day (YYYY-MM-DD) of an instant (ISO, UTC): the date in the location's time zone. A day
 * lasts 23, 24 or 25 hours; an unknown zone is treated as UTC.
 */
export function businessDayOf(at: string, timezone: string | null): string {
  if (timezone === null || at < firstZonedDay) return at.slice(0, 10);
  try {
    return localDate(new Date(at), timezone);
  } catch (error) {
    if (error instanceof RangeError) return at.slice(0, 10);
    throw error;
  }
}

/** Returns the instant (ISO, UTC) at which a business day ends in a time zone. */
export function endOfBusinessDay(day: string, timezone: string | null): string {
  const next = addDays(day, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  if (timezone === null || next < firstZonedDay) return new Date(midnight).toISOString();
  try {
    return new Date(instantAtWallClock(midnight, timezone)).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return new Date(midnight).toISOString();
    throw error;
  }
}
