import { wallClockMs } from '../planning/cutoff.ts';
import { lastDue, nextDue, type Schedule } from '../planning/schedule.ts';
import { maxReportDays } from '../reports/shapes.ts';

/** How often something is mailed. */
export const cadences = ['day', 'weekdays', 'week', 'month'] as const;
export type CadenceName = (typeof cadences)[number];

/** When something is mailed: `on` is the weekday (1 is Monday) of a week, the day of a month, and null otherwise. */
export interface Cadence {
  every: CadenceName;
  on: number | null;
  /** HH:MM on the clock of `timezone`. */
  at: string;
  timezone: string;
}

/** A cadence as the schedule that the server goes by. */
export function toSchedule({ every, on, at, timezone }: Cadence): Schedule {
  if (every === 'week' || every === 'month') return { every, on: on ?? 1, at, timezone };
  return { every, at, timezone };
}

/** The days (YYYY-MM-DD, both inclusive) that a mail is about, and how many earlier mails did not come. */
export interface MailWindow {
  from: string;
  to: string;
  missed: number;
}

const dayMs = 86_400_000;
/** More than that are said as so many. */
const mostMissed = 999;

/**
 * What the mail that is due at `due` tells of: the days from the mail before it up to the day before this one, on the clock
 * of the schedule, however late it is made. Every day is told once: where mails were missed, this one takes their days, too.
 *
 * @param seenTo the last time (epoch ms) that was seen to, or since when the schedule stands as it does; null for neither
 */
export function getMailWindow(cadence: Cadence, due: number, seenTo: number | null): MailWindow {
  const schedule = toSchedule(cadence);
  const before = lastDue(schedule, due - 1);
  let [begin, missed] = [before, 0];
  if (seenTo !== null && seenTo < before) {
    begin = lastDue(schedule, seenTo);
    for (let at = nextDue(schedule, begin); at <= before && missed < mostMissed; at = nextDue(schedule, at))
      missed += 1;
  }
  const day = (ms: number) => Math.floor(wallClockMs(ms, cadence.timezone) / dayMs);
  const last = day(due) - 1;
  const first = Math.max(Math.min(day(begin), last), last - maxReportDays + 1);
  return { from: dayText(first), to: dayText(last), missed };
}

const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
