import { z } from 'zod';
import type { Queryable } from '../../db/types.ts';
import { defineJob, type JobDefinition } from '../../jobs/define-job.ts';
import { enqueue } from '../../jobs/queue.ts';
import { scheduleJob, type ScheduledJob } from '../../jobs/schedules.ts';

/** A job that failed is left for somebody to look at this long; then it is tried anew. */
const failedMs = 24 * 60 * 60 * 1000;

/** Payloads of work that still waits for a job of this kind; none for kinds that are recovered otherwise. */
async function pendingOf(db: Queryable, job: JobDefinition | undefined): Promise<readonly unknown[]> {
  return job?.ifLost && 'pending' in job.ifLost ? job.ifLost.pending(db) : [];
}

const isOnlyRecord = ({ ifLost }: JobDefinition): boolean => ifLost !== undefined && 'isOnlyRecord' in ifLost;

/** Whether something still waits for this job, so that it cannot be removed. */
export async function isWaitedFor(
  db: Queryable,
  job: JobDefinition | undefined,
  payload: string,
): Promise<boolean> {
  if (job && isOnlyRecord(job)) return true;
  return (await pendingOf(db, job)).some((pending) => JSON.stringify(pending) === payload);
}

/** Enqueues work that waits for a job that is gone, or that failed a day ago, so that no document waits for ever. */
export function createRequeueLostJob(jobs: readonly JobDefinition[]): JobDefinition {
  return defineJob({
    kind: 'requeue-lost',
    payload: z.strictObject({}),
    ifLost: { by: 'requeue-lost' },
    async run({ db, now, signal }) {
      const at = now();
      const recently = new Date(at.getTime() - failedMs).toISOString();
      const kept = jobs.filter(isOnlyRecord).map(({ kind }) => kind);
      if (kept.length > 0)
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
            .where('kind', 'in', kept)
            .where('state', '=', 'failed')
            .where('finishedAt', '<=', recently)
            .execute(),
        );
      for (const job of jobs)
        for (const payload of await pendingOf(db.read, job)) {
          signal.throwIfAborted();
          await db.write(async (tx) => {
            const row = await tx
              .selectFrom('jobs')
              .select('_id')
              .where('kind', '=', job.kind)
              .where('payload', '=', JSON.stringify(payload))
              .where((on) =>
                on.or([on('state', 'in', ['waiting', 'running']), on('finishedAt', '>', recently)]),
              )
              .executeTakeFirst();
            if (row) return;
            // Two servers that look at the same time make one of it.
            const key = `requeued ${job.kind} ${JSON.stringify(payload)} ${at.toISOString().slice(0, 13)}`;
            await enqueue(tx, job, payload, { key, now: at });
          });
        }
    },
  });
}

/** At a minute of its own, after the other hourly jobs. */
export const hourlyRequeue = (job: JobDefinition): ScheduledJob =>
  scheduleJob({
    name: 'lost jobs',
    schedule: { every: 'hour', minute: 47, timezone: 'UTC' },
    job,
    payload: () => ({}),
  });
