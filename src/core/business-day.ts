import { localDate } from './cutoff.ts';
import { addDays } from './day.ts';
import { getFirstInstantAtWallClock } from './schedule.ts';

/** The time at which business days end, starting with a given day. Earlier days end at midnight. */
export interface DayEnd {
  /** First business day (YYYY-MM-DD) that ends at this time; null for all days before the next entry. */
  from: string | null;
  /** HH:MM on the following date, before noon and on a half-hour. */
  at: string;
}

/** The fields of a `branches` row that determine the business days of a location. */
export interface LocalDays {
  /** Null or unknown is treated as UTC. */
  timezone: string | null;
  /** Ascending, as a list or as stored (JSON); null if there is no location. */
  dayEnds: readonly DayEnd[] | string | null;
}

/** Before this date, zones used local solar time, so the day is computed in UTC. */
const firstZonedDay = '1900-01-01';

/** Business days if there is no location. */
export const utcDays: LocalDays = { timezone: null, dayEnds: null };

/**
 * Returns the business day (YYYY-MM-DD) of an instant (`Date`, epoch ms or ISO, UTC) at a location: the date in
 * its time zone, or the previous date if that business day hasn't ended yet.
 */
export function getBusinessDay(instant: Date | number | string, location: LocalDays): string {
  const at = typeof instant === 'string' ? instant : new Date(instant).toISOString();
  const { timezone } = location;
  if (timezone === null || at < firstZonedDay) return getUtcBusinessDay(at, location);
  try {
    const date = localDate(new Date(at), timezone);
    const dayEnds = parseDayEnds(location.dayEnds);
    if (dayEnds.length === 0) return date;
    const previousDay = addDays(date, -1);
    return Date.parse(at) >= endMs(previousDay, timezone, { dayEnds }) ? date : previousDay;
  } catch (error) {
    if (error instanceof RangeError) return getUtcBusinessDay(at, location);
    throw error;
  }
}

/**
 * Returns the instant (ISO, UTC) at which a business day ends at a location, which is the start of the next one.
 * A day lasts 23, 24 or 25 hours, except the first one after its end was changed. If daylight saving skips the
 * end time, the day ends at the end of the gap; if the time occurs twice, the day ends at the first.
 */
export function getEndOfBusinessDay(day: string, location: LocalDays): string {
  const { timezone } = location;
  try {
    return new Date(endMs(day, addDays(day, 1) < firstZonedDay ? null : timezone, location)).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return new Date(endMs(day, null, location)).toISOString();
    throw error;
  }
}

/** Returns the business day (YYYY-MM-DD) of a local date and time (HH:MM), such as those printed on a receipt. */
export function getBusinessDayAtLocalTime(
  date: string,
  time: string,
  { dayEnds }: Pick<LocalDays, 'dayEnds'>,
): string {
  const previousDay = addDays(date, -1);
  return time < getDayEnd(previousDay, dayEnds) ? previousDay : date;
}

/** Adds a change of the day end from a business day on. It replaces any later changes. */
export function changeDayEnd(dayEnds: readonly DayEnd[], { from, at }: DayEnd): DayEnd[] {
  const earlier = from === null ? [] : dayEnds.filter((end) => (end.from ?? '') < from);
  return (earlier.at(-1)?.at ?? '00:00') === at ? earlier : [...earlier, { from, at }];
}

/** Returns the date (YYYY-MM-DD) on which a local time (HH:MM) of a business day occurs. */
export function getDateOfLocalTime(
  day: string,
  time: string,
  { dayEnds }: Pick<LocalDays, 'dayEnds'>,
): string {
  return time < getDayEnd(day, dayEnds) ? addDays(day, 1) : day;
}

/** Returns the time (HH:MM) on the following date at which a business day (YYYY-MM-DD) ends. */
export function getDayEnd(day: string, dayEnds: LocalDays['dayEnds']): string {
  return parseDayEnds(dayEnds).findLast(({ from }) => from === null || from <= day)?.at ?? '00:00';
}

const getUtcBusinessDay = (at: string, { dayEnds }: LocalDays): string =>
  getBusinessDayAtLocalTime(at.slice(0, 10), at.slice(11, 16), { dayEnds });

function endMs(day: string, timezone: string | null, { dayEnds }: Pick<LocalDays, 'dayEnds'>): number {
  const wallMs = Date.parse(`${addDays(day, 1)}T${getDayEnd(day, dayEnds)}:00Z`);
  return timezone === null ? wallMs : getFirstInstantAtWallClock(wallMs, timezone);
}

const parseDayEnds = (dayEnds: LocalDays['dayEnds']): readonly DayEnd[] =>
  typeof dayEnds === 'string' ? (JSON.parse(dayEnds) as DayEnd[]) : (dayEnds ?? []);
