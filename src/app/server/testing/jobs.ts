import { z } from 'zod';
import type { JobRow } from '#platform/server/db/tables.ts';
import type { Db } from '#platform/server/db/types.ts';
import { defineJob, type JobDefinition, type JobContext } from '#platform/server/jobs/define-job.ts';
import { noMailer } from '#platform/server/jobs/mailer.ts';
import { enqueue, type EnqueueOptions, type JobNotifier } from '#platform/server/jobs/queue.ts';
import { createJobRunner, type JobRunner, type JobRunnerOptions } from '#platform/server/jobs/runner.ts';

/** A notifier without listeners. */
export const silentNotifier: JobNotifier = { announce: async () => undefined, publish: () => undefined };

export interface TestRunner extends JobRunner {
  logEntries: { level: string; message: string; fields: Record<string, unknown> }[];
}

/** Creates a worker on a clock that the test advances. */
export function createTestRunner(
  options: Pick<JobRunnerOptions, 'db' | 'clock'> & Partial<JobRunnerOptions>,
): TestRunner {
  const logEntries: TestRunner['logEntries'] = [];
  const record = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void logEntries.push({ level, fields, message });
  const runner = createJobRunner({
    databaseNow: async () => options.clock.now(),
    jobs: [],
    schedules: [],
    mailer: noMailer,
    random: () => 0,
    log: { warn: record('warn'), error: record('error') },
    notify: silentNotifier,
    ...options,
  });
  return { ...runner, logEntries };
}

const numbered = z.strictObject({ n: z.number() });

/** Defines a job whose payload is a number. */
export function defineNumberedJob(
  run: (ctx: JobContext<{ n: number }>) => Promise<void>,
  maxAttempts?: number,
): JobDefinition<typeof numbered> {
  return defineJob({ kind: 'numbered', payload: numbered, ...(maxAttempts && { maxAttempts }), run });
}

/**
 * Enqueues a job in its own transaction.
 *
 * @returns its id
 */
export async function enqueueJob<P extends z.ZodType>(
  { db, clock }: { db: Db; clock: { now(): Date } },
  job: JobDefinition<P>,
  payload: z.input<P>,
  options: EnqueueOptions = {},
): Promise<string> {
  const id = await db.write((tx) => enqueue(tx, job, payload, { ...options, now: clock.now() }));
  return id ?? 'none';
}

/** Loads a job's row. */
export async function loadJobRow(db: Db, id: string): Promise<JobRow> {
  return db.read.selectFrom('jobs').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
}
