import { addDays, instantAtWallClock, localDate } from './planning/cutoff.ts';

/** Before that, clocks followed the sun and no zone is kept to the minute: the day is the one of UTC. */
const firstKnown = '1900-01-01';

/**
 * The business day (YYYY-MM-DD) of an instant (ISO, UTC) at a place: the date that its own clock shows. A day is 23, 24
 * or 25 hours long, from one midnight of the zone to the next. A zone that is not known here counts as UTC.
 */
export function businessDayOf(at: string, timezone: string | null): string {
  if (timezone === null || at < firstKnown) return at.slice(0, 10);
  try {
    return localDate(new Date(at), timezone);
  } catch (error) {
    if (error instanceof RangeError) return at.slice(0, 10);
    throw error;
  }
}

/** The instant (ISO, UTC) at which a business day ends at a place: its clock shows the next day from then on. */
export function endOfBusinessDay(day: string, timezone: string | null): string {
  const next = addDays(day, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  if (timezone === null || next < firstKnown) return new Date(midnight).toISOString();
  try {
    return new Date(instantAtWallClock(midnight, timezone)).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return new Date(midnight).toISOString();
    throw error;
  }
}
