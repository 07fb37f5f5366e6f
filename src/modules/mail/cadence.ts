import { wallClockMs } from '#core/cutoff.ts';
import { lastDue, nextDue, type Schedule } from '#core/schedule.ts';
import { maxReportDays } from '#modules/reports/report-shapes.ts';
import { dayMs, toUtcDay } from '#core/day.ts';

/** Intervals at which emails are sent. */
export const cadences = ['day', 'weekdays', 'week', 'month'] as const;
export type CadenceName = (typeof cadences)[number];

/**
 * Cadence of scheduled emails: `sendDay` is the day of the week (1 is Monday) for weekly emails, the day of the
 * month for monthly ones, otherwise null.
 */
export interface Cadence {
  cadence: CadenceName;
  sendDay: number | null;
  /** HH:MM in `timezone`. */
  sendTime: string;
  timezone: string;
}

/** Converts a cadence to a job schedule. */
export function toSchedule({ cadence, sendDay, sendTime, timezone }: Cadence): Schedule {
  if (cadence === 'week' || cadence === 'month')
    return { every: cadence, on: sendDay ?? 1, at: sendTime, timezone };
  return { every: cadence, at: sendTime, timezone };
}

/** The days (YYYY-MM-DD, both inclusive) that an email covers, and the number of missed emails before it. */
export interface MailWindow {
  from: string;
  to: string;
  missed: number;
}

/** Upper limit of the reported number of missed emails. */
const maxMissed = 999;

/**
 * Returns the days covered by the email due at `due`: from the previous email to the day before `due`, in the
 * schedule's time zone, however late it is sent. Days of missed emails are included, so that every day is
 * covered once.
 *
 * @param processedUntil last processed time (epoch ms), or the start of the current schedule; null if there
 *   is neither
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
  return { from: formatDay(first), to: formatDay(last), missed };
}

const formatDay = (day: number): string => toUtcDay(day * dayMs);
