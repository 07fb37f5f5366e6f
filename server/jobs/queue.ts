import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { JobState } from '#domain/jobs.ts';
import { insertRows } from '../db/statements.ts';
import type { Database, JobRow } from '../db/tables.ts';
import type { Db, Queryable, Tx } from '../db/types.ts';
import { newId } from '../ids.ts';
import { type JobDefinition, type JobEvent, LostJobError } from './define-job.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long a job is kept once it has ended. */
const keptMs = { done: 7 * dayMs, failed: 90 * dayMs };
/** The longest payload and the longest results of steps, in characters of JSON: what is long stands in a table of its own. */
const mostText = 100_000;

/** What became of a job, for those who follow. */
export interface JobChange {
  _id: string;
  state: JobState | 'removed';
}

/** How others hear of changes: told in the transaction, and to this process after the commit. */
export interface JobNotifier {
  announce(tx: Queryable, changes: readonly (JobChange | JobEvent)[]): Promise<void>;
  publish(changes: readonly (JobChange | JobEvent)[]): void;
}

/** A job in the hands of the worker who holds its token. */
export interface ClaimedJob extends JobRow {
  token: string;
}

/** When and under which name a job is to be done. */
export interface EnqueueOptions {
  /** Not before this; left out, as soon as can be. */
  runAt?: Date;
  /**
   * Names the work. As long as a job of this key is kept, done ones for seven days too, no other is made: the key says
   * all that makes the work another one.
   */
  key?: string;
}

/**
 * Puts a job into the transaction of whatever it follows from: it exists exactly when that was committed. Answers its
 * id, or null where a job of the same key is there already.
 *
 * @throws ZodError for a payload that is none of this kind, RangeError for one that is too long
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
    payload: shortText(payload, `The payload of ${job.kind}`),
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
  const made = await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('_id')
    .executeTakeFirst();
  return made?._id ?? null;
}

/** Later than any lease, and any pause before another try: only a clock that was ahead and was put right says so. */
const aheadMs = 2 * 60 * 60 * 1000;

/** Of the kinds that this process knows, what waits and is due, and what nobody has held since its lease ran out. */
function isDue(kinds: readonly string[], now: string) {
  const ahead = new Date(Date.parse(now) + aheadMs).toISOString();
  return (on: ExpressionBuilder<Database, 'jobs'>) =>
    on.and([
      on('kind', 'in', kinds),
      on.or([
        on.and([on('state', '=', 'waiting'), on.or([on('runAt', 'is', null), on('runAt', '<=', now)])]),
        on.and([on('state', '=', 'waiting'), on('error', 'is not', null), on('runAt', '>', ahead)]),
        on.and([
          on('state', '=', 'running'),
          on.or([on('leaseUntil', '<=', now), on('leaseUntil', '>', ahead)]),
        ]),
      ]),
    ]);
}

/** The oldest of what is due. */
const dueJobs = (db: Kysely<Database>, kinds: readonly string[], now: string) =>
  db
    .selectFrom('jobs')
    .select('_id')
    .where(sql<SqlBool>`state in ('waiting', 'running')`)
    .where(isDue(kinds, now))
    .orderBy('_id')
    .limit(1);

interface Claiming {
  kinds: readonly string[];
  now: Date;
  leaseMs: number;
}

/**
 * Takes the oldest job that is due, for as long as the lease; null when there is none. Workers do not wait for one
 * another: PostgreSQL skips what others are taking, SQLite lets one write at a time.
 */
export async function claimJob(
  db: Db,
  { kinds, now, leaseMs }: Claiming,
  tell: JobNotifier,
): Promise<ClaimedJob | null> {
  if (kinds.length === 0) return null;
  const at = now.toISOString();
  // Looking costs nobody anything; taking is a transaction.
  if (!(await dueJobs(db.read, kinds, at).executeTakeFirst())) return null;
  const token = crypto.randomUUID();
  return writeAndNotify(db, tell, async (tx) => {
    const claimed = await tx
      .with(
        (next) => next('next').materialized(),
        (from) => {
          const due = dueJobs(from as Kysely<Database>, kinds, at);
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

/** Locks a job for the rest of a transaction. Throws LostJobError for a worker whose token is not the job's any more. */
export async function lockJob(tx: Tx, { _id, token }: Pick<ClaimedJob, '_id' | 'token'>): Promise<void> {
  const held = await tx
    .selectFrom('jobs')
    .select('_id')
    .where('_id', '=', _id)
    .where('token', '=', token)
    .$call(tx.lock)
    .executeTakeFirst();
  if (!held) throw new LostJobError(_id);
}

/** Holds a job for longer. False when it is not this worker's any more. */
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

/** Keeps the results of steps, in the transaction that they belong to. Throws LostJobError. */
export async function saveSteps(
  tx: Tx,
  { _id, token }: ClaimedJob,
  steps: Readonly<Record<string, unknown>>,
): Promise<void> {
  const kept = await tx
    .updateTable('jobs')
    .set({ steps: shortText(steps, 'What a job keeps of its steps') })
    .where('_id', '=', _id)
    .where('token', '=', token)
    .returning('_id')
    .execute();
  if (kept.length === 0) throw new LostJobError(_id);
}

/** How a worker lets go of a job. */
export type JobOutcome =
  | { state: 'done' }
  /** Another worker begins anew, and the try does not count. */
  | { state: 'waiting'; given: 'back' }
  /** It is tried again at that time. */
  | { state: 'waiting'; runAt: Date; error: JobFailure }
  | { state: 'failed'; error: JobFailure };

/** Why a job did not succeed. */
export interface JobFailure {
  code: string;
  message: string;
}

/** Ends a worker's hold of a job. False when it is not this worker's any more: then nothing changes. */
export function finishJob(
  db: Db,
  { _id, token }: ClaimedJob,
  ending: JobOutcome,
  now: Date,
  tell: JobNotifier,
): Promise<boolean> {
  const isOver = ending.state === 'done' || ending.state === 'failed';
  return writeAndNotify(db, tell, async (tx) => {
    const ended = await tx
      .updateTable('jobs')
      .set((on) => ({
        state: ending.state,
        token: null,
        leaseUntil: null,
        runAt: 'runAt' in ending ? ending.runAt.toISOString() : null,
        finishedAt: isOver ? now.toISOString() : null,
        keepUntil: isOver ? new Date(now.getTime() + keptMs[ending.state]).toISOString() : null,
        version: on('version', '+', 1),
        ...('given' in ending && { attempts: on('attempts', '-', 1) }),
        ...('error' in ending && { error: JSON.stringify(ending.error) }),
        ...(ending.state === 'done' && { error: null }),
      }))
      .where('_id', '=', _id)
      .where('token', '=', token)
      .returning('_id')
      .execute();
    const isHeld = ended.length > 0;
    return { changes: isHeld ? [{ _id, state: ending.state }] : [], result: isHeld };
  });
}

/** Runs a transaction and tells of what it changed. */
export async function writeAndNotify<T>(
  db: Pick<Db, 'write'>,
  tell: JobNotifier,
  work: (tx: Tx) => Promise<{ changes: readonly (JobChange | JobEvent)[]; result: T }>,
): Promise<T> {
  const { changes, result } = await db.write(async (tx) => {
    const done = await work(tx);
    await tell.announce(tx, done.changes);
    return done;
  });
  tell.publish(changes);
  return result;
}

function shortText(value: unknown, what: string): string {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length > mostText) throw new RangeError(`${what} is longer than ${mostText} characters.`);
  return text;
}
