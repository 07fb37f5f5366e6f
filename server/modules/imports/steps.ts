import { refusal } from '#domain/refusals/refusal.ts';
import { dbFailure } from '../../db/failures.ts';
import { yieldToEventLoop } from '../../db/many-rows.ts';
import { problem } from '../../http/problems.ts';
import type { PrepareContext } from '../../http/route.ts';
import type { Actor } from '#domain/permissions.ts';

/** What one transaction of an import in steps writes at most: rows of a collection, and stock. Fewer are written in one go. */
export const rowsOfStep = 150;
export const openingsOfStep = 100;
/** How often it is tried to go on where the database is full or held from outside. */
const retryMs = 1000;

/** The person who commits or undoes, as the audit entries of every step name them. */
export interface Origin {
  actor: Pick<Actor, '_id' | 'name'>;
  ip: string;
  requestId: string;
  at: string;
}

export function originOf({ actor, ip, requestId, now }: PrepareContext): Origin {
  const { _id, name } = actor as Actor;
  return { actor: { _id, name }, ip, requestId, at: now.toISOString() };
}

/** The origin of a step, as it is written to the audit. */
export const auditOrigin = ({ actor, ip, requestId, at }: Origin) => ({
  actor,
  ip,
  requestId,
  now: new Date(at),
});

/** Commits and undos under way, by import. */
const underWay = new Map<string, Promise<unknown>>();

/** Does the work of an import unless another call is at it: then waits for that one, and answers null. */
export function unlessUnderWay<T>(id: string, work: () => Promise<T>): Promise<T | null> {
  const other = underWay.get(id);
  if (other)
    return other.then(
      () => null,
      () => null,
    );
  const own = work().finally(() => underWay.delete(id));
  underWay.set(id, own);
  return own;
}

/**
 * Does step after step of what was decided, others' work between any two. Where the database is full or held from
 * outside, the caller is told so (503), and it goes on by itself as soon as that has passed.
 *
 * @param next does one step; answers whether there is more to do
 */
export function carryThrough(next: () => Promise<boolean>, release: () => void): Promise<void> {
  const goOn = async (told: (error: unknown) => void): Promise<void> => {
    for (;;) {
      try {
        while (await next()) await yieldToEventLoop();
        return;
      } catch (error) {
        const failure = dbFailure(error);
        if (failure !== 'busy' && failure !== 'full') throw error;
        told(stillUnderWay());
        await new Promise<void>((resolve) => setTimeout(resolve, retryMs));
      }
    }
  };
  return new Promise((resolve, reject) => {
    goOn(reject).finally(release).then(resolve, reject);
  });
}

/** The import is being written: it goes on without the caller, and is done in a moment. */
export const stillUnderWay = () =>
  problem('BUSY', refusal('is-worked-on'), {
    retryAfterS: 2,
  });
