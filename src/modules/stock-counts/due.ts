import { instantAtWallClock, localDate } from '#core/cutoff.ts';
import { addDays, weekdayOf } from '#core/day.ts';

/** Weekdays (1 is Monday) and local time of recurring counts. */
export interface CountRecurrence {
  weekdays: readonly number[];
  /** HH:MM. */
  time: string;
  timezone: string;
}

/** A due time and the two due times before it. */
export interface CountDueTime {
  dueAt: Date;
  after: Date;
  earlier: Date;
}

/**
 * Returns the current due time: today's, whether past or not, else the last one that passed.
 *
 * @throws RangeError for an unknown time zone.
 */
export function currentDueTime(
  { weekdays, time, timezone }: CountRecurrence,
  now: Date,
): CountDueTime | null {
  const today = localDate(now, timezone);
  const days = Array.from({ length: 22 }, (_, back) => addDays(today, -back)).filter((day) =>
    weekdays.includes(weekdayOf(day)),
  );
  const [last, before, first] = days.map(
    (day) => new Date(instantAtWallClock(Date.parse(`${day}T${time}:00Z`), timezone)),
  );
  return last && before && first ? { dueAt: last, after: before, earlier: first } : null;
}

/**
 * Returns the count that was made for a due time: the newest one since the previous due time. A count made
 * late, closer to the previous due time and without another count for it, belongs to that one.
 *
 * @param isFirst there was no previous due time
 */
export function countForDueTime<Count extends { createdAt: string }>(
  { dueAt, after, earlier }: CountDueTime,
  counts: readonly Count[],
  isFirst = false,
): Count | undefined {
  const half = (from: Date, to: Date) => new Date((from.getTime() + to.getTime()) / 2);
  const between = (from: Date, to: Date) =>
    counts.filter(({ createdAt }) => createdAt > from.toISOString() && createdAt <= to.toISOString());
  const byTime = (a: Count, b: Count) => (a.createdAt < b.createdAt ? -1 : 1);
  const wasDone = isFirst || between(half(earlier, after), after).length > 0;
  const late = wasDone ? undefined : between(after, half(after, dueAt)).toSorted(byTime)[0];
  return counts
    .filter((count) => count !== late && count.createdAt > after.toISOString())
    .toSorted(byTime)
    .at(-1);
}
