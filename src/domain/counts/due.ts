import { addDays, instantOf, localDate } from '../planning/cutoff.ts';
import { weekdayOf } from '../weekday.ts';

/** On which days of the week, and by which time of the place's own clock, something is counted. Weekday 1 is Monday. */
export interface CountRhythm {
  weekdays: readonly number[];
  /** HH:MM. */
  time: string;
  timezone: string;
}

/** When a count is due, and the moment before it at which one was: what was made after that counts for it. */
export interface DueMoment {
  dueAt: Date;
  after: Date;
}

/**
 * The due moment that matters now: today's, before it and after it, else the last one that passed.
 *
 * @throws RangeError for a time zone that does not exist.
 */
export function dueNow({ weekdays, time, timezone }: CountRhythm, now: Date): DueMoment | null {
  const today = localDate(now, timezone);
  const days = Array.from({ length: 15 }, (_, back) => addDays(today, -back)).filter((day) =>
    weekdays.includes(weekdayOf(day)),
  );
  const [last, before] = days.map((day) => new Date(instantOf(Date.parse(`${day}T${time}:00Z`), timezone)));
  return last && before ? { dueAt: last, after: before } : null;
}
