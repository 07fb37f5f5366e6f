import { sql } from 'kysely';
import { classifyDbError } from '#platform/server/db/failures.ts';
import type { Db, Reader } from '#platform/server/db/types.ts';
import { type JobDefinition, type JobContext, JobError, type JobEvent, LostJobError } from './define-job.ts';
import {
  claimJob,
  type JobOutcome,
  finishJob,
  type ClaimedJob,
  lockJob,
  type JobFailure,
  type JobNotifier,
  saveSteps,
  renewLease,
  writeAndNotify,
} from './queue.ts';
import type { Mailer } from './mailer.ts';
import { enqueueDueJobs, type ScheduledJob } from './schedules.ts';

/** Duration of a job's lease: how long a job stays unavailable after its worker is killed. */
const defaultLeaseMs = 60_000;
/** Interval of polling for jobs that are due or were enqueued by other processes, in ms. */
const defaultPollMs = 5000;
/** Concurrent jobs per process; requests have priority. */
const defaultConcurrency = 2;
const minRetryDelayMs = 10_000;
const maxRetryDelayMs = 60 * 60 * 1000;
const warnIntervalMs = 60_000;

/**
 * Returns the delay before a retry, in ms: 10 s after the first attempt, doubling up to an hour, less a
 * random part of up to half, so that jobs that failed together aren't retried together.
 */
export function computeRetryDelay(attempt: number, random: () => number): number {
  return Math.round(Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (attempt - 1)) * (1 - random() / 2));
}

/**
 * Returns the database's clock, which is used for leases and schedules: a process whose own clock is ahead
 * would otherwise take over other processes' jobs. On SQLite, all processes share the machine's clock.
 */
export function createDatabaseClock(db: Db, clock: { now(): Date }): () => Promise<Date> {
  if (db.dialect === 'sqlite') return async () => clock.now();
  return async () => {
    const { rows } = await sql<{ ms: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db.read);
    return new Date(Number(rows[0]?.ms));
  };
}

export interface JobRunnerOptions {
  db: Db;
  /** Clock of this process, for the jobs themselves. */
  clock: { now(): Date };
  /** See `createDatabaseClock`. */
  databaseNow(): Promise<Date>;
  /** Kinds of jobs that this process runs. */
  jobs: readonly JobDefinition[];
  schedules: readonly ScheduledJob[];
  /** Schedules set up by users; loaded on each check. */
  userSchedules?(db: Reader): Promise<readonly ScheduledJob[]>;
  mailer: Mailer;
  /** A random number from 0 up to 1. */
  random(): number;
  log: Record<'warn' | 'error', (fields: Record<string, unknown>, message: string) => void>;
  notify: JobNotifier;
  leaseMs?: number;
  pollMs?: number;
  concurrency?: number;
}

/** Runs jobs; any number of processes can share the work. */
export interface JobRunner {
  /** Starts polling until it is stopped. */
  start(): void;
  /** Checks for jobs immediately. */
  wake(): void;
  /**
   * Runs all jobs that are due now, one at a time.
   *
   * @returns the number of jobs
   */
  runDue(): Promise<number>;
  /**
   * Stops starting jobs. Running jobs get this much time to finish and are then returned to the queue. Never
   * throws.
   */
  stop(graceMs: number): Promise<void>;
}

interface RunningJob {
  job: ClaimedJob;
  /** Aborts the job's signal. */
  abort: AbortController;
  /** Resolves when the job has ended. */
  completion: Promise<void>;
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, databaseNow, schedules, userSchedules, random, log, notify } = options;
  const { leaseMs = defaultLeaseMs, pollMs = defaultPollMs, concurrency = defaultConcurrency } = options;
  const kinds = new Map(options.jobs.map((job) => [job.kind, job]));
  if (kinds.size < options.jobs.length) throw new Error('Two job definitions have the same kind.');
  const running = new Set<RunningJob>();
  let isStarted = false;
  let isStopping = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let currentPoll: Promise<void> | null = null;
  let isPollRequested = false;
  let warnedAt = Number.NEGATIVE_INFINITY;

  /**
   * Returns the kinds that may start another job, so that jobs waiting for a slow server (emails) don't
   * occupy all slots.
   */
  function getAvailableKinds(): string[] {
    return [...kinds.values()]
      .filter(({ kind, maxConcurrency = Number.POSITIVE_INFINITY }) => {
        const runningOfKind = [...running].filter(({ job }) => job.kind === kind);
        return runningOfKind.length < maxConcurrency;
      })
      .map(({ kind }) => kind);
  }

  /** Claims and starts the next due job. Null when there is none. */
  async function startNextJob(): Promise<RunningJob | null> {
    const job = await claimJob(db, { kinds: getAvailableKinds(), now: await databaseNow(), leaseMs }, notify);
    if (!job) return null;
    if (isStopping) {
      await releaseJob(job, { state: 'waiting', isReturned: true });
      return null;
    }
    const abort = new AbortController();
    const completion = runJob(job, abort).finally(() => running.delete(entry));
    const entry: RunningJob = { job, abort, completion };
    running.add(entry);
    return entry;
  }

  async function runJob(job: ClaimedJob, abort: AbortController): Promise<void> {
    const kind = kinds.get(job.kind) as JobDefinition;
    const stopRenewing = renewLeaseRegularly(job, abort);
    let outcome: JobOutcome;
    try {
      if (job.attempts > kind.maxAttempts)
        throw new JobError('STOPPED', 'The server stopped while this job was running.');
      await kind.run(createContext(job, kind, abort.signal));
      outcome = { state: 'done' };
    } catch (error) {
      if (error instanceof LostJobError) {
        stopRenewing();
        return log.warn({ job: job._id, kind: job.kind }, 'job was taken over by another worker');
      }
      outcome =
        isStopping && abort.signal.aborted
          ? { state: 'waiting', isReturned: true }
          : await handleFailure(error);
    }
    stopRenewing();
    await releaseJob(job, outcome);

    async function handleFailure(error: unknown): Promise<JobOutcome> {
      const failure = toFailure(error);
      const isLast = job.attempts >= kind.maxAttempts;
      const fields = { job: job._id, kind: job.kind, attempt: job.attempts, error: getStack(error) };
      if (isLast) log.error(fields, 'job failed');
      else log.warn(fields, 'job will be retried');
      if (isLast) return { state: 'failed', error: failure };
      const pauseMs = computeRetryDelay(job.attempts, random);
      const from = await databaseNow().catch(() => options.clock.now());
      return { state: 'waiting', runAt: new Date(from.getTime() + pauseMs), error: failure };
    }
  }

  /**
   * Records the end of a run. If the database is unreachable, another worker recovers the job after its lease
   * has expired.
   */
  async function releaseJob(job: ClaimedJob, outcome: JobOutcome): Promise<void> {
    try {
      const isOwned = await finishJob(db, job, outcome, await databaseNow(), notify);
      if (!isOwned) log.warn({ job: job._id, kind: job.kind }, 'job was taken over by another worker');
    } catch (error) {
      log.warn({ job: job._id, kind: job.kind, error: String(error) }, 'failed to release a job');
    }
  }

  /**
   * Renews the lease while a job runs; if the lease is lost, or not renewed in time, the job's signal is
   * aborted.
   */
  function renewLeaseRegularly(job: ClaimedJob, abort: AbortController): () => void {
    let isOver = false;
    let renewedAt = Date.now();
    let timeout: ReturnType<typeof setTimeout>;
    const renew = async () => {
      try {
        const until = new Date((await databaseNow()).getTime() + leaseMs);
        if (isOver) return;
        if (!(await renewLease(db, job, until))) return abort.abort(new LostJobError(job._id));
        renewedAt = Date.now();
      } catch {
        if (Date.now() - renewedAt >= leaseMs) return abort.abort(new LostJobError(job._id));
      }
      if (!isOver) scheduleRenewal();
    };
    const scheduleRenewal = () => {
      timeout = setTimeout(() => void renew(), leaseMs / 3);
      unref(timeout);
    };
    scheduleRenewal();
    return () => {
      isOver = true;
      clearTimeout(timeout);
    };
  }

  function createContext(job: ClaimedJob, kind: JobDefinition, signal: AbortSignal): JobContext<unknown> {
    const parsed = kind.payload.safeParse(JSON.parse(job.payload));
    // A newer server may have created the payload. This attempt fails, and a server that can read the payload
    // retries the job.
    if (!parsed.success)
      throw new JobError('PAYLOAD', 'This version of the server can’t read the job’s data.');
    const steps = JSON.parse(job.steps) as Record<string, unknown>;
    const leasedDb: Db = {
      ...db,
      write: (work) =>
        db.write(async (tx) => {
          await lockJob(tx, job);
          return work(tx);
        }),
    };
    // Results are stored one at a time, each together with all earlier ones, because steps may run
    // concurrently.
    let lastSave: Promise<unknown> = Promise.resolve();
    const saveInOrder = <T>(save: () => Promise<T>): Promise<T> => {
      const saved = lastSave.then(save);
      lastSave = saved.catch(() => undefined);
      return saved;
    };
    const runningSteps = new Map<string, Promise<unknown>>();
    const step = <T>(name: string, work: () => Promise<T>): Promise<T> => {
      if (Object.hasOwn(steps, name)) return Promise.resolve(steps[name] as T);
      const pending = runningSteps.get(name) ?? work().finally(() => runningSteps.delete(name));
      runningSteps.set(name, pending);
      return pending as Promise<T>;
    };
    return {
      _id: job._id,
      payload: parsed.data,
      attempt: job.attempts,
      signal,
      now: () => options.clock.now(),
      mailer: options.mailer,
      db: leasedDb,
      writeAndPublish: (work) =>
        writeAndNotify(leasedDb, notify, async (tx) => {
          const changes: JobEvent[] = [];
          const result = await work(tx, (event) => void changes.push(event));
          return { changes, result };
        }),
      once: (name, work) =>
        step(name, async () => {
          const result = normalizeResult(await work());
          return saveInOrder(async () => {
            await db.write((tx) => saveSteps(tx, job, { ...steps, [name]: result }));
            steps[name] = result;
            return result;
          });
        }),
      writeOnce: (name, work) =>
        step(name, () =>
          saveInOrder(async () => {
            const result = await leasedDb.write(async (tx) => {
              const result = normalizeResult(await work(tx));
              await saveSteps(tx, job, { ...steps, [name]: result });
              return result;
            });
            steps[name] = result;
            return result;
          }),
        ),
    };
  }

  const enqueueScheduled = async () =>
    enqueueDueJobs(db, [...schedules, ...((await userSchedules?.(db.read)) ?? [])], await databaseNow(), {
      notify,
      onError: (schedule, error) => warn(error, { schedule }),
    });

  async function startDueJobs(): Promise<void> {
    await enqueueScheduled();
    while (!isStopping && running.size < concurrency) {
      const started = await startNextJob();
      if (!started) return;
      // Start the next job in the free slot.
      void started.completion.then(() => poll());
    }
  }

  function poll(): void {
    if (isStopping || !isStarted) return;
    if (currentPoll) {
      isPollRequested = true;
      return;
    }
    clearTimeout(timer);
    isPollRequested = false;
    currentPoll = startDueJobs()
      .catch((error: unknown) => warn(error))
      .finally(() => {
        currentPoll = null;
        if (isPollRequested) return poll();
        timer = setTimeout(poll, pollMs * (0.75 + random() / 2));
        unref(timer);
      });
  }

  async function waitForRunningJobs(): Promise<void> {
    await currentPoll;
    await Promise.all([...running].map(({ completion }) => completion));
  }

  /** Logs at intervals, because everything fails while the database is down. */
  function warn(error: unknown, fields: Record<string, unknown> = {}): void {
    if (Date.now() - warnedAt < warnIntervalMs) return;
    warnedAt = Date.now();
    log.warn({ ...fields, error: String(error) }, 'failed to check for due jobs');
  }

  return {
    start() {
      isStarted = true;
      poll();
    },
    wake: poll,
    async runDue() {
      await enqueueScheduled();
      for (let count = 0; ; count += 1) {
        const started = await startNextJob();
        if (!started) return count;
        await started.completion;
      }
    },
    async stop(graceMs) {
      isStopping = true;
      clearTimeout(timer);
      await waitAtMost(graceMs, waitForRunningJobs());
      const unfinished = [...running];
      for (const { abort } of unfinished) abort.abort(new Error('The server is shutting down.'));
      // Jobs that react to the signal end and are returned to the queue; others are returned without waiting
      // for them.
      await waitAtMost(stopMs, Promise.all(unfinished.map(({ completion }) => completion)));
      await waitAtMost(
        stopMs,
        Promise.all([...running].map(({ job }) => releaseJob(job, { state: 'waiting', isReturned: true }))),
      );
    },
  };
}

/** Maximum time for a job to stop at shutdown, and for the database to record its return, in ms. */
const stopMs = 1000;

async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}

/** The timer must not keep the process alive; browsers have no `unref`. */
function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}

/** Normalizes a result, so that the first run sees the same value as a retry. */
const normalizeResult = <T>(result: T): T =>
  (result === undefined ? null : JSON.parse(JSON.stringify(result))) as T;

const getStack = (error: unknown) => (error instanceof Error ? error.stack : String(error));

/** Returns the failure for users: the job's own, or one of a few known causes. */
function toFailure(error: unknown): JobFailure {
  if (error instanceof JobError) return { code: error.code, message: error.message };
  const failure = classifyDbError(error);
  if (failure === 'busy') return { code: 'BUSY', message: 'The database was busy or couldn’t be reached.' };
  if (failure === 'full') return { code: 'FULL', message: 'The server was out of disk space.' };
  return {
    code: 'FAILED',
    message: 'An unexpected error occurred. See the server log.',
  };
}
