import { wallClockMs } from '#core/cutoff.ts';
import { lastDue, nextDue, type Schedule } from '#core/schedule.ts';
import { maxReportDays } from '#modules/reports/report-shapes.ts';
import { dayMs, utcDay } from '#core/day.ts';

/** Intervals at which something is mailed. */
export const cadences = ['day', 'weekdays', 'week', 'month'] as const;
export type CadenceName = (typeof cadences)[number];

/**
 * Cadence of a mail: `on` is the weekday (1 is Monday) for weekly, the day of the month for monthly, else
 * null.
 */
export interface Cadence {
  every: CadenceName;
  on: number | null;
  /** HH:MM in `timezone`. */
  at: string;
  timezone: string;
}

/** Converts a cadence to a job schedule. */
export function toSchedule({ every, on, at, timezone }: Cadence): Schedule {
  if (every === 'week' || every === 'month') return { every, on: on ?? 1, at, timezone };
  return { every, at, timezone };
}

/**
 * The days (YYYY-MM-DD, both inclusive) that a mail covers, and the number of earlier mails that were missed.
 */
export interface MailWindow {
  from: string;
  to: string;
  missed: number;
}

/** Higher numbers are reported as this one. */
const maxMissed = 999;

/**
 * Returns the days covered by the mail due at `due`: from the previous mail to the day before, in the
 * schedule's time zone, however late it is sent. Days of missed mails are included, so every day is covered
 * once.
 *
 * @param processedUntil last processed time (epoch ms), or the start of the current schedule; null for neither
 */
export function getMailWindow(cadence: Cadence, due: number, processedUntil: number | null): MailWindow {
  const schedule = toSchedule(cadence);
  const previousDue = lastDue(schedule, due - 1);
  let [begin, missed] = [previousDue, 0];
  if (processedUntil !== null && processedUntil < previousDue) {
    begin = lastDue(schedule, processedUntil);
    for (
      let at = nextDue(schedule, begin);
      at <= previousDue && missed < maxMissed;
      at = nextDue(schedule, at)
    )
      missed += 1;
  }
  const day = (ms: number) => Math.floor(wallClockMs(ms, cadence.timezone) / dayMs);
  const last = day(due) - 1;
  const first = Math.max(Math.min(day(begin), last), last - maxReportDays + 1);
  return { from: dayText(first), to: dayText(last), missed };
}

const dayText = (day: number): string => utcDay(day * dayMs);
