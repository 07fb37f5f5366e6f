import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { JobState } from '#core/jobs.ts';
import { dayMs } from '#core/day.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Database, JobRow } from '#platform/server/db/tables.ts';
import type { Db, Queryable, Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { type JobDefinition, type JobEvent, LostJobError } from './define-job.ts';

/** Retention of an ended job, in ms. */
const retentionMs = { done: 7 * dayMs, failed: 90 * dayMs };
/** Limit of a payload and of the step results, in characters of JSON: longer data needs its own table. */
const maxTextLength = 100_000;

/** A job's change of state, for subscribers. */
export interface JobChange {
  _id: string;
  state: JobState | 'removed';
}

/** Publishes changes: to other processes inside the transaction, to this one after the commit. */
export interface JobNotifier {
  announce(tx: Queryable, changes: readonly (JobChange | JobEvent)[]): Promise<void>;
  publish(changes: readonly (JobChange | JobEvent)[]): void;
}

/** A job with the token of the worker that has claimed it. */
export interface ClaimedJob extends JobRow {
  token: string;
}

/** Start time and deduplication key of a job. */
export interface EnqueueOptions {
  /** Earliest start; immediately by default. */
  runAt?: Date;
  /**
   * Deduplication key: no other job with this key is created while one is stored; completed jobs are stored
   * for seven days. It must contain everything that distinguishes the work.
   */
  key?: string;
}

/**
 * Enqueues a job in the transaction that requires it; the job exists if and only if that transaction commits.
 * Returns its id, or null if a job with the same key exists.
 *
 * @throws ZodError for an invalid payload, RangeError for one that is too long
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  job: JobDefinition<Payload>,
  payload: z.input<Payload>,
  { runAt, key, now }: EnqueueOptions & { now: Date },
): Promise<string | null> {
  job.payload.parse(payload);
  const row: JobRow = {
    _id: newId({ now: () => now }),
    createdAt: now.toISOString(),
    kind: job.kind,
    payload: serialize(payload, `The payload of ${job.kind}`),
    steps: '{}',
    state: 'waiting' satisfies JobState,
    key: key ?? null,
    runAt: runAt?.toISOString() ?? null,
    startedAt: null,
    finishedAt: null,
    keepUntil: null,
    token: null,
    leaseUntil: null,
    error: null,
    attempts: 0,
    version: 1,
  };
  if (key === undefined) {
    await insertRows(tx, 'jobs', [row]);
    return row._id;
  }
  const inserted = await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('_id')
    .executeTakeFirst();
  return inserted?._id ?? null;
}

/**
 * Longer than any lease or retry delay; later times can only come from a clock that was ahead and has been
 * corrected.
 */
const maxAheadMs = 2 * 60 * 60 * 1000;

/** Condition for jobs of known kinds that are due, or whose lease has expired. */
function isDue(kinds: readonly string[], now: string) {
  const maxTime = new Date(Date.parse(now) + maxAheadMs).toISOString();
  return (on: ExpressionBuilder<Database, 'jobs'>) =>
    on.and([
      on('kind', 'in', kinds),
      on.or([
        on.and([on('state', '=', 'waiting'), on.or([on('runAt', 'is', null), on('runAt', '<=', now)])]),
        on.and([on('state', '=', 'waiting'), on('error', 'is not', null), on('runAt', '>', maxTime)]),
        on.and([
          on('state', '=', 'running'),
          on.or([on('leaseUntil', '<=', now), on('leaseUntil', '>', maxTime)]),
        ]),
      ]),
    ]);
}

/** Selects the oldest due job. */
const selectDueJobs = (db: Kysely<Database>, kinds: readonly string[], now: string) =>
  db
    .selectFrom('jobs')
    .select('_id')
    .where(sql<SqlBool>`state in ('waiting', 'running')`)
    .where(isDue(kinds, now))
    .orderBy('_id')
    .limit(1);

interface ClaimOptions {
  kinds: readonly string[];
  now: Date;
  leaseMs: number;
}

/**
 * Claims the oldest due job for the duration of the lease; null when there is none. Workers don't wait for
 * one another: PostgreSQL skips locked rows, SQLite has one writer.
 */
export async function claimJob(
  db: Db,
  { kinds, now, leaseMs }: ClaimOptions,
  notifier: JobNotifier,
): Promise<ClaimedJob | null> {
  if (kinds.length === 0) return null;
  const at = now.toISOString();
  // Checking needs no transaction; claiming does.
  if (!(await selectDueJobs(db.read, kinds, at).executeTakeFirst())) return null;
  const token = crypto.randomUUID();
  return writeAndNotify(db, notifier, async (tx) => {
    const claimed = await tx
      .with(
        (next) => next('next').materialized(),
        (from) => {
          const due = selectDueJobs(from as Kysely<Database>, kinds, at);
          return tx.dialect === 'postgres' ? due.forUpdate().skipLocked() : due;
        },
      )
      .updateTable('jobs')
      .set((on) => ({
        state: 'running' satisfies JobState,
        token,
        leaseUntil: new Date(now.getTime() + leaseMs).toISOString(),
        startedAt: at,
        attempts: on('attempts', '+', 1),
        version: on('version', '+', 1),
      }))
      .where('_id', 'in', (on) => on.selectFrom('next').select('_id'))
      .returningAll()
      .executeTakeFirst();
    const changes = claimed ? [{ _id: claimed._id, state: 'running' as const }] : [];
    return { changes, result: claimed ? { ...claimed, token } : null };
  });
}

/**
 * Locks a job's row for the rest of a transaction.
 *
 * @throws LostJobError if another worker has claimed the job
 */
export async function lockJob(tx: Tx, { _id, token }: Pick<ClaimedJob, '_id' | 'token'>): Promise<void> {
  const locked = await tx
    .selectFrom('jobs')
    .select('_id')
    .where('_id', '=', _id)
    .where('token', '=', token)
    .$call(tx.lock)
    .executeTakeFirst();
  if (!locked) throw new LostJobError(_id);
}

/** Extends the lease. Returns false if the worker has lost the lease. */
export async function renewLease(db: Db, job: ClaimedJob, until: Date): Promise<boolean> {
  const renewed = await db.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ leaseUntil: until.toISOString() })
      .where('_id', '=', job._id)
      .where('token', '=', job.token)
      .returning('_id')
      .execute(),
  );
  return renewed.length > 0;
}

/**
 * Stores step results, in the transaction of the steps.
 *
 * @throws LostJobError
 */
export async function saveSteps(
  tx: Tx,
  { _id, token }: ClaimedJob,
  steps: Readonly<Record<string, unknown>>,
): Promise<void> {
  const updated = await tx
    .updateTable('jobs')
    .set({ steps: serialize(steps, 'The stored results of a job') })
    .where('_id', '=', _id)
    .where('token', '=', token)
    .returning('_id')
    .execute();
  if (updated.length === 0) throw new LostJobError(_id);
}

/** Outcome of a worker's run of a job. */
export type JobOutcome =
  | { state: 'done' }
  /** Another worker starts the job from the beginning; the attempt doesn't count. */
  | { state: 'waiting'; isReturned: true }
  /** The job is retried at `runAt`. */
  | { state: 'waiting'; runAt: Date; error: JobFailure }
  | { state: 'failed'; error: JobFailure };

/** Reason for a job's failure: a code for programs, a sentence for users. */
export interface JobFailure {
  code: string;
  message: string;
}

/** Ends a worker's claim of a job. Returns false, without a change, if the worker has lost the lease. */
export function finishJob(
  db: Db,
  { _id, token }: ClaimedJob,
  outcome: JobOutcome,
  now: Date,
  notifier: JobNotifier,
): Promise<boolean> {
  const isFinished = outcome.state === 'done' || outcome.state === 'failed';
  return writeAndNotify(db, notifier, async (tx) => {
    const updated = await tx
      .updateTable('jobs')
      .set((on) => ({
        state: outcome.state,
        token: null,
        leaseUntil: null,
        runAt: 'runAt' in outcome ? outcome.runAt.toISOString() : null,
        finishedAt: isFinished ? now.toISOString() : null,
        keepUntil: isFinished ? new Date(now.getTime() + retentionMs[outcome.state]).toISOString() : null,
        version: on('version', '+', 1),
        ...('isReturned' in outcome && { attempts: on('attempts', '-', 1) }),
        ...('error' in outcome && { error: JSON.stringify(outcome.error) }),
        ...(outcome.state === 'done' && { error: null }),
      }))
      .where('_id', '=', _id)
      .where('token', '=', token)
      .returning('_id')
      .execute();
    const isOwned = updated.length > 0;
    return { changes: isOwned ? [{ _id, state: outcome.state }] : [], result: isOwned };
  });
}

/** Runs a transaction and publishes its changes. */
export async function writeAndNotify<T>(
  db: Pick<Db, 'write'>,
  notifier: JobNotifier,
  work: (tx: Tx) => Promise<{ changes: readonly (JobChange | JobEvent)[]; result: T }>,
): Promise<T> {
  const { changes, result } = await db.write(async (tx) => {
    const done = await work(tx);
    await notifier.announce(tx, done.changes);
    return done;
  });
  notifier.publish(changes);
  return result;
}

function serialize(value: unknown, name: string): string {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length > maxTextLength)
    throw new RangeError(`${name} is longer than ${maxTextLength} characters.`);
  return text;
}
