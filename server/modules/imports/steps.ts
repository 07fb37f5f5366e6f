import { refusal } from '#domain/refusals/refusal.ts';
import { classifyDbError } from '../../db/failures.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import { problem } from '../../http/problems.ts';
import type { PrepareContext } from '../../http/route.ts';
import type { AppEvent } from '../../http/services.ts';
import type { Actor } from '#domain/permissions.ts';

/** What one transaction of an import in steps writes at most: rows of a collection, and stock. Fewer are written in one go. */
export const rowsPerStep = 150;
export const openingsPerStep = 100;
/** How often it is tried to go on where the database is full or held from outside. */
const retryMs = 1000;

/** The person who commits or undoes, as the audit entries of every step name them. */
export interface StepOrigin {
  actor: Pick<Actor, '_id' | 'name'>;
  ip: string;
  requestId: string;
  at: string;
}

export function stepOrigin({ actor, ip, requestId, now }: PrepareContext): StepOrigin {
  const { _id, name } = actor as Actor;
  return { actor: { _id, name }, ip, requestId, at: now.toISOString() };
}

/** The origin of a step, as it is written to the audit. */
export const auditOrigin = ({ actor, ip, requestId, at }: StepOrigin) => ({
  actor,
  ip,
  requestId,
  now: new Date(at),
});

/** Commits and undos under way, by import. */
const inProgress = new Map<string, Promise<unknown>>();
/** Imports whose work goes on though its caller was told to come again. */
const detached = new Set<string>();

/**
 * Does the work of an import unless another call is at it: then waits for that one, and answers null. What goes on
 * without its caller is waited for by nobody: null at once.
 */
export function runUnlessInProgress<T>(id: string, work: () => Promise<T>): Promise<T | null> {
  if (detached.has(id)) return Promise.resolve(null);
  const other = inProgress.get(id);
  if (other)
    return other.then(
      () => null,
      () => null,
    );
  const own = work().finally(() => inProgress.delete(id));
  inProgress.set(id, own);
  return own;
}

interface StepRun {
  id: string;
  /** Does one step; answers whether there is more to do. */
  next(): Promise<boolean>;
  release?(): void;
  /** What others are to hear of all that was done: told here where the caller is gone by then. */
  events(): AppEvent[];
}

/**
 * Does step after step of what was decided, others' work between any two. Where the database is full or held from
 * outside, the caller is told so (503), and it goes on by itself as soon as that has passed, and by nobody else.
 */
export function runSteps(ctx: PrepareContext, { id, next, release, events }: StepRun): Promise<void> {
  const goOn = async (told: (error: unknown) => void): Promise<void> => {
    for (;;) {
      try {
        while (await next()) await yieldToEventLoop();
        return;
      } catch (error) {
        const failure = classifyDbError(error);
        if (failure !== 'busy' && failure !== 'full') throw error;
        detached.add(id);
        told(inProgressProblem());
        await new Promise<void>((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };
  return new Promise((resolve, reject) => {
    goOn(reject)
      .finally(release)
      .then(() => (detached.has(id) ? publishDetached(ctx, events()) : undefined))
      .finally(() => detached.delete(id))
      .then(resolve, reject);
  });
}

/** As at the end of every write (`beforeCommit`), for what nobody waits for any more. */
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

/** The import is being written: it goes on without the caller, and is done in a moment. */
export const inProgressProblem = () =>
  problem('BUSY', refusal('is-worked-on'), {
    retryAfterS: 2,
  });
