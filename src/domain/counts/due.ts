import { addDays, instantAtWallClock, localDate } from '../planning/cutoff.ts';
import { weekdayOf } from '../weekday.ts';

/** On which days of the week, and by which time of the place's own clock, something is counted. Weekday 1 is Monday. */
export interface CountRecurrence {
  weekdays: readonly number[];
  /** HH:MM. */
  time: string;
  timezone: string;
}

/** When a count is due, and the two moments before it at which one was. */
export interface CountDueTime {
  dueAt: Date;
  after: Date;
  earlier: Date;
}

/**
 * The due moment that matters now: today's, before it and after it, else the last one that passed.
 *
 * @throws RangeError for a time zone that does not exist.
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
 * Of counts that were made for a schedule, the one that is for this due moment: the newest since the moment before it. One that
 * was made after that moment and nearer to it was late for it, where none had been made for it.
 *
 * @param isFirst nothing was due at the moment before
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
