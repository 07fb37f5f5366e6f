import { z } from 'zod';
import { jobStates } from '#domain/jobs.ts';
import { pageQuery } from './numbers.ts';

/** Something that the server does by itself, as whoever looks after the data sees it. */
export const job = z.object({
  _id: z.string(),
  /** What is done, `housekeeping` for example; another version of the server may know others. */
  kind: z.string(),
  state: z.enum(jobStates),
  createdAt: z.string(),
  /** When it is tried next; null for as soon as can be, and for what does not wait. */
  runAt: z.string().nullable(),
  /** When it was begun last; null before. */
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** How often it was begun, and how often at most; null where this server does not know the kind. */
  attempts: z.number(),
  mostAttempts: z.number().nullable(),
  /** Why the last try did not succeed: `code` is for machines, the sentence for people who get no other. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  version: z.number(),
});
export type Job = z.output<typeof job>;

/** Without a state: everything that is not done, failed ones first. */
export const jobQuery = z.object({ ...pageQuery(50), state: z.enum(jobStates).optional() });
export type JobQuery = z.output<typeof jobQuery>;

/** How many jobs are in each state, and when the server does what by itself. */
export const jobSummary = z.object({
  waiting: z.number(),
  running: z.number(),
  done: z.number(),
  failed: z.number(),
  schedules: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      /** When it was due last, as far as the server has seen to it; null for one that has never been due. */
      lastDue: z.string().nullable(),
      nextDue: z.string(),
    }),
  ),
});
export type JobSummary = z.output<typeof jobSummary>;
