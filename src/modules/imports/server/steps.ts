import { refusal } from '#core/refusals/refusal.ts';
import { classifyDbError } from '#platform/server/db/failures.ts';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { PrepareContext } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import type { Actor } from '#core/permissions.ts';

/**
 * Maximum number of rows and openings per transaction of an import in steps. Smaller imports are written in
 * one transaction.
 */
export const rowsPerStep = 150;
export const openingsPerStep = 100;
/** Retry interval while the database is full or locked. */
const retryMs = 1000;

/** The user and request that started a commit or undo, for the audit entries of its steps. */
export interface StepOrigin {
  actor: Pick<Actor, '_id' | 'name'>;
  ip: string;
  requestId: string;
  at: string;
}

export function toStepOrigin({ actor, ip, requestId, now }: PrepareContext): StepOrigin {
  const { _id, name } = actor as Actor;
  return { actor: { _id, name }, ip, requestId, at: now.toISOString() };
}

/** Converts the origin of a step to an audit context. */
export const toAuditOrigin = ({ actor, ip, requestId, at }: StepOrigin) => ({
  actor,
  ip,
  requestId,
  now: new Date(at),
});

/** Commits and undos in progress, by import. */
const inProgress = new Map<string, Promise<unknown>>();
/** Imports that continue in the background after their request failed with 503. */
const detached = new Set<string>();

/**
 * Runs the work of an import. If another request is already running it, waits for that request and returns
 * null. Doesn't wait for detached work.
 */
export function runUnlessInProgress<T>(id: string, work: () => Promise<T>): Promise<T | null> {
  if (detached.has(id)) return Promise.resolve(null);
  const runningWork = inProgress.get(id);
  if (runningWork)
    return runningWork.then(
      () => null,
      () => null,
    );
  const running = work().finally(() => inProgress.delete(id));
  inProgress.set(id, running);
  return running;
}

interface StepRun {
  id: string;
  /** Runs one step; returns whether more remain. */
  next(): Promise<boolean>;
  release?(): void;
  /** Events of all steps; published after the last step if the request failed with 503. */
  events(): AppEvent[];
}

/**
 * Runs the steps of an import, yielding to other work in between. If the database is full or locked, the
 * request fails with 503 and the steps continue in the background.
 */
export function runSteps(ctx: PrepareContext, { id, next, release, events }: StepRun): Promise<void> {
  const runAll = async (reject: (error: unknown) => void): Promise<void> => {
    for (;;) {
      try {
        while (await next()) await yieldToEventLoop();
        return;
      } catch (error) {
        const failure = classifyDbError(error);
        if (failure !== 'busy' && failure !== 'full') throw error;
        detached.add(id);
        reject(buildInProgressProblem());
        await new Promise<void>((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };
  return new Promise((resolve, reject) => {
    runAll(reject)
      .finally(release)
      .then(() => (detached.has(id) ? publishDetached(ctx, events()) : undefined))
      .finally(() => detached.delete(id))
      .then(resolve, reject);
  });
}

/** Publishes the events of detached work, after calling `beforeCommit` as every write does. */
async function publishDetached(
  { write, services }: PrepareContext,
  events: readonly AppEvent[],
): Promise<void> {
  try {
    await write(async (tx) => services.beforeCommit?.(tx, events, services.clock.now()));
  } finally {
    services.events.publish(events);
  }
}

/** Builds a 503 problem: the import is being written and will finish in the background. */
export const buildInProgressProblem = () =>
  problem('BUSY', refusal('import-still-running'), {
    retryAfterS: 2,
  });
