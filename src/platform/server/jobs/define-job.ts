import type { z } from 'zod';
import type { Collection } from '#core/collections.ts';
import type { Db, Queryable, Tx } from '#platform/server/db/types.ts';
import type { Mailer } from './mailer.ts';

/** A row changed by a job, published to users of these branches or kitchens. */
export interface JobEvent {
  collection: Collection;
  id: string;
  change: 'changed';
  branches: string[];
  kitchens: string[];
}

/** Context of a running job. */
export interface JobContext<Payload> {
  _id: string;
  payload: Payload;
  /** Number of the attempt, from 1. */
  attempt: number;
  /**
   * Aborted when the job must stop: the server is shutting down, or another worker has taken over the job.
   */
  signal: AbortSignal;
  /** This process's clock, as used by requests. */
  now(): Date;
  /** Sends emails. Not transactional: use `once`, so that a retry doesn't send again. */
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
   * Performs an action outside the database (such as sending an email) and stores the result, which a retry
   * then uses. A crash between the action and storing its result repeats the action, so it runs at least
   * once.
   */
  once<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Performs an action inside the database, in one transaction with storing its result: it runs exactly once.
   */
  writeOnce<T>(name: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** A kind of job: its payload and its work. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  kind: string;
  payload: Payload;
  /** Maximum number of attempts; then the job fails. */
  maxAttempts: number;
  /** Maximum concurrent jobs of this kind per process; by default limited only by the process's own limit. */
  maxConcurrency?: number | undefined;
  ifLost?: LostJobRecovery<Payload> | undefined;
  run(ctx: JobContext<z.output<Payload>>): Promise<void>;
}

/**
 * How work is recovered if its job was removed, or failed and was deleted.
 *
 * - `scheduledKind`: a scheduled job of that kind does the work or drops it.
 * - `loadPending`: returns the payloads of pending work, which is enqueued again every hour; its jobs can't
 * be removed.
 * - `isOnlyRecord`: the work is stored nowhere else, so the job can't be removed and is retried every day.
 * - `isUserRetriable`: the user sees the failure and can request the work again.
 */
export type LostJobRecovery<Payload extends z.ZodType = z.ZodType> =
  | { scheduledKind: string }
  | { loadPending(db: Queryable): Promise<readonly z.input<Payload>[]> }
  | { isOnlyRecord: true }
  | { isUserRetriable: true };

/** Ten attempts: the last one is about an hour and a half after the first. */
const defaultAttempts = 10;

/**
 * Defines a kind of job. A job may run again after being interrupted at any point: use `once` or `writeOnce`
 * for actions that must not be repeated, or make them idempotent.
 *
 * @example const sendNote = defineJob({ kind: 'send-note', payload: z.strictObject({ orderId: z.string() }),
 *   run });
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

/** Thrown by a job for a known failure: `code` is for programs, the message for users. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
