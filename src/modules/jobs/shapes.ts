import { jobStates } from '#core/jobs.ts';
import {
  required,
  oneOf,
  objectOf,
  nullable,
  listOf,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';

/** A background job as shown to administrators. */
export const job = {
  _id: 'key',
  /** Kind of job, such as `housekeeping`; other server versions may have more kinds. */
  kind: 'text',
  state: required(oneOf(jobStates)),
  createdAt: 'moment',
  /** Time of the next attempt; null if it is due immediately, and for jobs that aren't waiting. */
  runAt: 'moment?',
  /** Start of the last attempt; null before the first one. */
  startedAt: 'moment?',
  finishedAt: 'moment?',
  attempts: 'integer',
  /** Maximum number of attempts; null for a kind unknown to this server. */
  maxAttempts: 'integer?',
  /** Error of the last attempt: `code` for programs, the message as a fallback for people. */
  error: nullable(
    objectOf({
      code: 'required text',
      message: 'text',
    }),
  ),
  version: 'integer',
} as const satisfies Shape;
export type Job = Wire<typeof job>;

/** Number of jobs by state, and the schedules of the server. */
export const jobSummary = {
  waiting: 'integer',
  running: 'integer',
  done: 'integer',
  failed: 'integer',
  schedules: listOf({
    name: 'text',
    kind: 'text',
    /** Last due time that the server processed; null if none. */
    lastDue: 'moment?',
    nextDue: 'moment',
  }),
} as const satisfies Shape;
export type JobSummary = Wire<typeof jobSummary>;
