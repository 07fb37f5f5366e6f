import { z } from 'zod';
import { jobStates } from '#domain/jobs.ts';
import { pageQuery } from './numbers.ts';

/** A background job as shown to administrators. */
export const job = z.object({
  _id: z.string(),
  /** Kind of work, such as `housekeeping`; other server versions may have more. */
  kind: z.string(),
  state: z.enum(jobStates),
  createdAt: z.string(),
  /** Next attempt; null for immediately, and for jobs that don't wait. */
  runAt: z.string().nullable(),
  /** Start of the last attempt; null before. */
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Number of attempts, and the maximum; null for a kind unknown to this server. */
  attempts: z.number(),
  mostAttempts: z.number().nullable(),
  /** Why the last attempt failed: `code` for programs, the message as a fallback for people. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  version: z.number(),
});
export type Job = z.output<typeof job>;

/** Without a state: everything not done, failed jobs first. */
export const jobQueryParams = z.object({ ...pageQuery(50), state: z.enum(jobStates).optional() });
export type JobQueryParams = z.output<typeof jobQueryParams>;

/** Number of jobs by state, and the schedules of the server. */
export const jobSummary = z.object({
  waiting: z.number(),
  running: z.number(),
  done: z.number(),
  failed: z.number(),
  schedules: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      /** Last due time that the server processed; null if none. */
      lastDue: z.string().nullable(),
      nextDue: z.string(),
    }),
  ),
});
export type JobSummary = z.output<typeof jobSummary>;
