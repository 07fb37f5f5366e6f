import type { z } from 'zod';
import { lastDue, type Schedule } from '#domain/planning/schedule.ts';
import type { Db, Tx } from '../db/types.ts';
import type { JobDefinition } from './define-job.ts';
import { enqueue, type JobChange, type JobNotifier } from './queue.ts';

/** A job that is done again and again. Code names some; what people choose may come from a table in the same form. */
export interface ScheduledJob<Payload extends z.ZodType = z.ZodType> {
  /** Stays the same, whatever else changes: by it the last time is known. */
  name: string;
  schedule: Schedule;
  job: JobDefinition<Payload>;
  /** What the job is told when it is due at that time. */
  payload(due: Date): z.input<Payload>;
}

/** A schedule whose payload fits its job. */
export function scheduleJob<Payload extends z.ZodType>(scheduled: ScheduledJob<Payload>): ScheduledJob {
  return scheduled;
}

/**
 * Makes the jobs that are due, one for each time of a schedule, however many processes look and however long nobody did:
 * what was missed is made up for once. A schedule that is new begins with its next time. The row of the schedule is
 * changed on the condition that its last time is older, and the job made in the same transaction: who comes second
 * changes nothing.
 *
 * @param onFault called for a schedule that cannot be seen to; the others are
 */
export async function enqueueDueJobs(
  db: Db,
  schedules: readonly ScheduledJob[],
  now: Date,
  { tell, onFault }: { tell: JobNotifier; onFault(name: string, error: unknown): void },
): Promise<void> {
  if (schedules.length === 0) return;
  const known = await loadLastDueTimes(db);
  for (const scheduled of schedules) {
    try {
      const due = new Date(lastDue(scheduled.schedule, now.getTime()));
      const last = known.get(scheduled.name);
      const ahead = new Date(now.getTime() + aheadMs).toISOString();
      if (last !== undefined && last >= due.toISOString() && last <= ahead) continue;
      const changes = await db.write(async (tx): Promise<JobChange[]> => {
        const isOurs = await claimTime(tx, scheduled.name, due, ahead);
        return isOurs && last !== undefined ? makeDue(tx, scheduled, due, now, tell) : [];
      });
      tell.publish(changes);
    } catch (error) {
      onFault(scheduled.name, error);
    }
  }
}

async function makeDue(
  tx: Tx,
  { name, job, payload }: ScheduledJob,
  due: Date,
  now: Date,
  tell: JobNotifier,
): Promise<JobChange[]> {
  const key = `${name} ${due.toISOString()}`;
  const _id = await enqueue(tx, job, payload(due), { key, now });
  const made = _id === null ? [] : [{ _id, state: 'waiting' as const }];
  await tell.announce(tx, made);
  return made;
}

/** Where a schedule's last time is later than this from now, a clock was ahead that has been put right since. */
const aheadMs = 2 * 24 * 60 * 60 * 1000;

/** When each schedule was due last, as far as it was seen to. */
export async function loadLastDueTimes(db: Pick<Db, 'read'>): Promise<Map<string, string>> {
  const rows = await db.read.selectFrom('jobSchedules').selectAll().execute();
  return new Map(rows.map((row) => [row.name, row.lastDue]));
}

/** Whether this transaction is the one that sees to a schedule's time. Others wait for it, and come second. */
async function claimTime(tx: Tx, name: string, due: Date, ahead: string): Promise<boolean> {
  const lastDue = due.toISOString();
  const claimed = await tx
    .insertInto('jobSchedules')
    .values({ name, lastDue })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ lastDue })
        .where((on) =>
          on.or([on('jobSchedules.lastDue', '<', lastDue), on('jobSchedules.lastDue', '>', ahead)]),
        ),
    )
    .returning('name')
    .execute();
  return claimed.length > 0;
}
