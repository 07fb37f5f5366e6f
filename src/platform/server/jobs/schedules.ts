import type { z } from 'zod';
import { lastDue, type Schedule } from '#core/schedule.ts';
import { dayMs } from '#core/day.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import type { JobDefinition } from './define-job.ts';
import { enqueue, type JobChange, type JobNotifier } from './queue.ts';

/** A recurring job. Some are defined in code; users' schedules are loaded from tables in the same form. */
export interface ScheduledJob<Payload extends z.ZodType = z.ZodType> {
  /** Must not change, because the schedule's last run is stored under it. */
  name: string;
  schedule: Schedule;
  job: JobDefinition<Payload>;
  /** Returns the payload for a due time. */
  payload(due: Date): z.input<Payload>;
}

/** Defines a schedule whose payload fits its job. */
export function scheduleJob<Payload extends z.ZodType>(scheduled: ScheduledJob<Payload>): ScheduledJob {
  return scheduled;
}

/**
 * Enqueues due jobs, one per due time regardless of the number of processes. If several due times were
 * missed, one job is enqueued; a new schedule starts at its next due time. The schedule's row is updated only
 * if its last time is older, in one transaction with the job, so that a second process changes nothing.
 *
 * @param onError called for a schedule that fails; the others continue
 */
export async function enqueueDueJobs(
  db: Db,
  schedules: readonly ScheduledJob[],
  now: Date,
  { notify: notifier, onError }: { notify: JobNotifier; onError(name: string, error: unknown): void },
): Promise<void> {
  if (schedules.length === 0) return;
  const lastDueTimes = await loadLastDueTimes(db);
  for (const scheduled of schedules) {
    try {
      const due = new Date(lastDue(scheduled.schedule, now.getTime()));
      const lastDueTime = lastDueTimes.get(scheduled.name);
      const maxTime = new Date(now.getTime() + maxAheadMs).toISOString();
      if (lastDueTime !== undefined && lastDueTime >= due.toISOString() && lastDueTime <= maxTime) continue;
      const changes = await db.write(async (tx): Promise<JobChange[]> => {
        const isClaimed = await claimDueTime(tx, scheduled.name, due, maxTime);
        return isClaimed && lastDueTime !== undefined
          ? enqueueScheduledJob(tx, scheduled, due, now, notifier)
          : [];
      });
      notifier.publish(changes);
    } catch (error) {
      onError(scheduled.name, error);
    }
  }
}

async function enqueueScheduledJob(
  tx: Tx,
  { name, job, payload }: ScheduledJob,
  due: Date,
  now: Date,
  notifier: JobNotifier,
): Promise<JobChange[]> {
  const key = `${name} ${due.toISOString()}`;
  const _id = await enqueue(tx, job, payload(due), { key, now });
  const changes = _id === null ? [] : [{ _id, state: 'waiting' as const }];
  await notifier.announce(tx, changes);
  return changes;
}

/** If a last time is more than this far in the future, a clock was ahead and has been corrected. */
const maxAheadMs = 2 * dayMs;

/** Loads the last handled time of each schedule. */
export async function loadLastDueTimes(db: Pick<Db, 'read'>): Promise<Map<string, string>> {
  const rows = await db.read.selectFrom('jobSchedules').selectAll().execute();
  return new Map(rows.map((row) => [row.name, row.lastDue]));
}

/**
 * Returns whether this transaction handles a schedule's due time. Concurrent transactions for the same time
 * wait for it and then do nothing.
 */
async function claimDueTime(tx: Tx, name: string, due: Date, maxTime: string): Promise<boolean> {
  const lastDue = due.toISOString();
  const claimed = await tx
    .insertInto('jobSchedules')
    .values({ name, lastDue })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ lastDue })
        .where((on) =>
          on.or([on('jobSchedules.lastDue', '<', lastDue), on('jobSchedules.lastDue', '>', maxTime)]),
        ),
    )
    .returning('name')
    .execute();
  return claimed.length > 0;
}
