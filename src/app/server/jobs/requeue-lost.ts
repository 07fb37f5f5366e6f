import { z } from 'zod';
import { dayMs } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { defineJob, type JobDefinition } from '#platform/server/jobs/define-job.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { scheduleJob, type ScheduledJob } from '#platform/server/jobs/schedules.ts';

/** Age at which a failed job is requeued, in ms. */
const requeueAfterMs = dayMs;

/**
 * Loads the payloads of pending work that needs a job of this type; empty for types that recover by other
 * means.
 */
async function loadPending(db: Queryable, job: JobDefinition | undefined): Promise<readonly unknown[]> {
  return job?.ifLost && 'loadPending' in job.ifLost ? job.ifLost.loadPending(db) : [];
}

const isOnlyRecord = ({ ifLost }: JobDefinition): boolean => ifLost !== undefined && 'isOnlyRecord' in ifLost;

/** Returns whether pending work depends on a job, which therefore can't be deleted. */
export async function isJobRequired(
  db: Queryable,
  job: JobDefinition | undefined,
  payload: string,
): Promise<boolean> {
  if (job && isOnlyRecord(job)) return true;
  return (await loadPending(db, job)).some((pending) => JSON.stringify(pending) === payload);
}

/** Creates the job that requeues pending work whose job was lost, or failed a day ago. */
export function createRequeueLostJob(jobs: readonly JobDefinition[]): JobDefinition {
  return defineJob({
    kind: 'requeue-lost',
    payload: z.strictObject({}),
    ifLost: { scheduledKind: 'requeue-lost' },
    async run({ db, now, signal }) {
      const startedAt = now();
      const retryBefore = new Date(startedAt.getTime() - requeueAfterMs).toISOString();
      const recordOnlyKinds = jobs.filter(isOnlyRecord).map(({ kind }) => kind);
      if (recordOnlyKinds.length > 0)
        await db.write((tx) =>
          tx
            .updateTable('jobs')
            .set((on) => ({
              state: 'waiting',
              attempts: 0,
              runAt: null,
              finishedAt: null,
              keepUntil: null,
              version: on('version', '+', 1),
            }))
            .where('kind', 'in', recordOnlyKinds)
            .where('state', '=', 'failed')
            .where('finishedAt', '<=', retryBefore)
            .execute(),
        );
      for (const job of jobs)
        for (const payload of await loadPending(db.read, job)) {
          signal.throwIfAborted();
          await db.write(async (tx) => {
            const row = await tx
              .selectFrom('jobs')
              .select('_id')
              .where('kind', '=', job.kind)
              .where('payload', '=', JSON.stringify(payload))
              .where((on) =>
                on.or([on('state', 'in', ['waiting', 'running']), on('finishedAt', '>', retryBefore)]),
              )
              .executeTakeFirst();
            if (row) return;
            // The key makes concurrent servers queue it only once.
            const key = `requeued ${job.kind} ${JSON.stringify(payload)} ${startedAt.toISOString().slice(0, 13)}`;
            await enqueue(tx, job, payload, { key, now: startedAt });
          });
        }
    },
  });
}

/** Runs at a separate minute, after the other hourly jobs. */
export const createHourlyRequeue = (job: JobDefinition): ScheduledJob =>
  scheduleJob({
    name: 'lost jobs',
    schedule: { every: 'hour', minute: 47, timezone: 'UTC' },
    job,
    payload: () => ({}),
  });
