import type { z } from 'zod';
import type { Collection } from '#domain/collections.ts';
import type { Db, Queryable, Tx } from '../db/types.ts';
import type { Mailer } from './mailer.ts';

/** A row that a job changed, for those who follow it; told to who sees the rows of these branches or kitchens. */
export interface JobEvent {
  collection: Collection;
  id: string;
  what: 'changed';
  branches: string[];
  kitchens: string[];
}

/** What a job is given when it runs. */
export interface JobContext<Payload> {
  _id: string;
  payload: Payload;
  /** 1 the first time; a job that is tried again counts on. */
  attempt: number;
  /** Aborted when the job should come to an end: the server stops, or another one has taken it over. */
  signal: AbortSignal;
  /** The clock of this process, as requests have it. */
  now(): Date;
  /** What hands mails to a mail server: outside the database, and so at most once only by what is kept beside it. */
  mailer: Mailer;
  /**
   * The database. A transaction writes only while the job is still this worker's: whoever slept past the lease changes
   * nothing. Throws `LostJobError`.
   */
  db: Db;
  /** A transaction of which those who follow the server's events hear once it is committed. */
  writeAndPublish<T>(work: (tx: Tx, tell: (news: JobEvent) => void) => Promise<T>): Promise<T>;
  /**
   * Does something outside the database (a mail) and keeps what came of it: a job that is tried again goes on with the
   * kept result and does not do it again. Between the deed and its keeping a process may die, so it happens at least once.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The same inside the database, in one transaction with its result: it happens exactly once. */
  writeOnce<T>(name: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A kind of job: what it is told, and what it does. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  kind: string;
  payload: Payload;
  /** How often it is tried before it has failed. */
  mostAttempts: number;
  /** How many of this kind one process does at once; as many as it does at all where nothing is said. */
  mostAtOnce?: number | undefined;
  ifLost?: LostJobRecovery<Payload> | undefined;
  run(ctx: JobContext<z.output<Payload>>): Promise<void>;
}

/**
 * How work is recovered whose job was removed, or failed and was forgotten. `by`: a scheduled job of that kind does or ends
 * it. `pending`: the payloads of what still waits, whose jobs cannot be removed and are enqueued again every hour.
 * `isOnlyRecord`: nothing else stores that it is to be done, so the job cannot be removed, and is retried every day.
 * `isAskedAgain`: it is shown as failed to whoever asked for it, who can ask again.
 */
export type LostJobRecovery<Payload extends z.ZodType = z.ZodType> =
  | { by: string }
  | { pending(db: Queryable): Promise<readonly z.input<Payload>[]> }
  | { isOnlyRecord: true }
  | { isAskedAgain: true };

/** Ten tries: the last of them is made about an hour and a half after the first. */
const usualAttempts = 10;

/**
 * Describes a kind of job. It may be run again after it was cut off at any moment: what must not happen twice goes
 * through `once` or `writeOnce`, or is such that a second time changes nothing.
 *
 * @example const sendNote = defineJob({ kind: 'send-note', payload: z.strictObject({ orderId: z.string() }), run });
 */
export function defineJob<Payload extends z.ZodType>({
  kind,
  payload,
  mostAttempts = usualAttempts,
  mostAtOnce,
  ifLost,
  run,
}: {
  kind: string;
  payload: Payload;
  mostAttempts?: number;
  mostAtOnce?: number;
  ifLost?: LostJobRecovery<Payload>;
  run(ctx: JobContext<z.output<Payload>>): Promise<void>;
}): JobDefinition<Payload> {
  return { kind, payload, mostAttempts, mostAtOnce, ifLost, run };
}

/** Thrown where a worker goes on with a job that is not its own any more: its lease has run out. */
export class LostJobError extends Error {
  override readonly name = 'LostJobError';

  constructor(_id: string) {
    super(`The job ${_id} is not this worker's any more.`);
  }
}

/** Thrown by a job that cannot be done in a way that it can tell of: `code` for machines, the sentence for people. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
