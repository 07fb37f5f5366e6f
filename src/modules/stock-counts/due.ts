import { getBusinessDay, getDateOfLocalTime, type LocalDays } from '#core/business-day.ts';
import { getInstantAtWallClock } from '#core/cutoff.ts';
import { addDays, getWeekday } from '#core/day.ts';

/** Days of the week (1 is Monday) and local time of recurring counts. */
export interface CountRecurrence extends LocalDays {
  weekdays: readonly number[];
  /** HH:MM. */
  time: string;
  timezone: string;
}

/** A due time and the two due times before it. */
export interface CountDueTime {
  dueAt: Date;
  previous: Date;
  beforePrevious: Date;
}

/**
 * Returns today's due time, whether it has passed or not, or the most recent one.
 *
 * @throws RangeError for an unknown time zone.
 */
export function getCurrentDueTime(
  { weekdays, time, ...local }: CountRecurrence,
  now: Date,
): CountDueTime | null {
  const today = getBusinessDay(now, local);
  const days = Array.from({ length: 22 }, (_, daysAgo) => addDays(today, -daysAgo)).filter((day) =>
    weekdays.includes(getWeekday(day)),
  );
  const [latest, previous, beforePrevious] = days.map(
    (day) =>
      new Date(
        getInstantAtWallClock(
          Date.parse(`${getDateOfLocalTime(day, time, local)}T${time}:00Z`),
          local.timezone,
        ),
      ),
  );
  return latest && previous && beforePrevious ? { dueAt: latest, previous, beforePrevious } : null;
}

/**
 * Returns the count for a due time: the newest one since the previous due time. A late count, closer to the
 * previous due time, belongs to that one if it has no other count.
 *
 * @param isFirst whether there was no previous due time
 */
export function findCountForDueTime<Count extends { createdAt: string }>(
  { dueAt, previous, beforePrevious }: CountDueTime,
  counts: readonly Count[],
  isFirst = false,
): Count | undefined {
  const midpoint = (from: Date, to: Date) => new Date((from.getTime() + to.getTime()) / 2);
  const createdBetween = (from: Date, to: Date) =>
    counts.filter(({ createdAt }) => createdAt > from.toISOString() && createdAt <= to.toISOString());
  const byTime = (a: Count, b: Count) => (a.createdAt < b.createdAt ? -1 : 1);
  const hadPreviousCount = isFirst || createdBetween(midpoint(beforePrevious, previous), previous).length > 0;
  const previousCount = hadPreviousCount
    ? undefined
    : createdBetween(previous, midpoint(previous, dueAt)).toSorted(byTime)[0];
  return counts
    .filter((count) => count !== previousCount && count.createdAt > previous.toISOString())
    .toSorted(byTime)
    .at(-1);
}
