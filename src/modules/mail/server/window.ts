import { type MailWindow, getMailWindow } from '../cadence.ts';
import { maxReportDays } from '#modules/reports/report-shapes.ts';
import { addDays } from '#core/day.ts';
import type { MailScheduleRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { toCadence } from './compose.ts';

/**
 * Returns the days that a scheduled email covers. They start where the previous email ended, even after a
 * change of cadence; after a pause, the regular window is used. Missed emails are counted with the current
 * cadence, from the time it was set.
 */
export function computeScheduleWindow(
  schedule: MailScheduleRow,
  lastRun: { due: string; toDay: string } | null,
  due: string,
): MailWindow {
  const [cadence, dueMs] = [toCadence(schedule), Date.parse(due)];
  const processedUntil = Math.max(Date.parse(schedule.since), lastRun === null ? 0 : Date.parse(lastRun.due));
  const window = getMailWindow(cadence, dueMs, processedUntil);
  const { missed } = getMailWindow(cadence, dueMs, Math.max(processedUntil, Date.parse(schedule.updatedAt)));
  if (lastRun === null || lastRun.toDay >= window.to) return { ...window, missed };
  const ranSinceReset = lastRun.due >= schedule.since;
  if (!ranSinceReset && lastRun.toDay < window.from) return { ...window, missed };
  const [next, first] = [addDays(lastRun.toDay, 1), addDays(window.to, 1 - maxReportDays)];
  return { from: next > first ? next : first, to: window.to, missed };
}

/** Returns the last scheduled time at which emails were created, and the last day they covered. */
export async function findLastRun(
  db: Queryable,
  scheduleId: string,
): Promise<{ due: string; toDay: string } | null> {
  const row = await db
    .selectFrom('mailRuns')
    .select(['due', 'toDay'])
    .where('scheduleId', '=', scheduleId)
    .orderBy('due', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
