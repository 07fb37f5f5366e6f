import type { z } from 'zod';
import type { Collection } from '#core/collections.ts';
import type { Db, Queryable, Tx } from '#platform/server/db/types.ts';
import type { Mailer } from './mailer.ts';

/** A row changed by a job, published to users of these branches or kitchens. */
export interface JobEvent {
  collection: Collection;
  id: string;
  what: 'changed';
  branches: string[];
  kitchens: string[];
}

/** Context of a running job. */
export interface JobContext<Payload> {
  _id: string;
  payload: Payload;
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Aborted when the job should stop: the server shuts down, or another worker has taken over the job. */
  signal: AbortSignal;
  /** The clock of this process, as requests use it. */
  now(): Date;
  /** Sends mails. Not transactional: use `once`, so that a retry doesn't send again. */
  mailer: Mailer;
  /**
   * The database. Transactions commit only while this worker holds the lease.
   *
   * @throws LostJobError
   */
  db: Db;
  /** Runs a transaction whose events are published after the commit. */
  writeAndPublish<T>(work: (tx: Tx, publish: (event: JobEvent) => void) => Promise<T>): Promise<T>;
  /**
   * Does something outside the database (such as sending a mail) and stores the result: a retry continues
   * with it. A crash between action and storing repeats the action, so it happens at least once.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Does the same inside the database, in one transaction with the result: exactly once. */
  writeOnce<T>(name: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A kind of job: its payload and its work. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  kind: string;
  payload: Payload;
  /** Maximum number of attempts; then the job fails. */
  maxAttempts: number;
  /** Concurrent jobs of this kind per process; unlimited within the process's own limit by default. */
  maxConcurrency?: number | undefined;
  ifLost?: LostJobRecovery<Payload> | undefined;
  run(ctx: JobContext<z.output<Payload>>): Promise<void>;
}

/**
 * Recovery of work whose job was removed, or failed and was deleted. `by`: a scheduled job of that kind does
 * the work or drops it. `pending`: returns the payloads of pending work, which are enqueued again every hour;
 * its jobs can't be removed. `isOnlyRecord`: nothing else stores the work, so the job can't be removed and is
 * retried every day. `isAskedAgain`: the user sees the failure and can request the work again.
 */
export type LostJobRecovery<Payload extends z.ZodType = z.ZodType> =
  | { by: string }
  | { pending(db: Queryable): Promise<readonly z.input<Payload>[]> }
  | { isOnlyRecord: true }
  | { isAskedAgain: true };

/** Ten attempts: the last one is about an hour and a half after the first. */
const defaultAttempts = 10;

/**
 * Defines a kind of job. A job may run again after an interruption at any point: use `once` or `writeOnce`
 * for what must not happen twice, or make it idempotent.
 *
 * @example const sendNote = defineJob({ kind: 'send-note', payload: z.strictObject({ orderId: z.string() }),
 * run });
 */
export function defineJob<Payload extends z.ZodType>({
  kind,
  payload,
  maxAttempts = defaultAttempts,
  maxConcurrency,
  ifLost,
  run,
}: {
  kind: string;
  payload: Payload;
  maxAttempts?: number;
  maxConcurrency?: number;
  ifLost?: LostJobRecovery<Payload>;
  run(ctx: JobContext<z.output<Payload>>): Promise<void>;
}): JobDefinition<Payload> {
  return { kind, payload, maxAttempts, maxConcurrency, ifLost, run };
}

/** Thrown when a worker continues a job after its lease has expired. */
export class LostJobError extends Error {
  override readonly name = 'LostJobError';

  constructor(_id: string) {
    super(`This worker has lost the lease of job ${_id}.`);
  }
}

/** Thrown by a job for a known failure: `code` for programs, the sentence for users. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
