import type { Actor } from '#core/permissions.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { SeedIds } from './seed-ids.ts';

/** Context of a replay. */
export interface SeedContext {
  tx: Tx;
  ids: SeedIds;
  actors: ReadonlyMap<string, Actor>;
}

/** A step that runs at a given time. */
export interface SeedStep {
  at: number;
  run(): Promise<unknown>;
}

/**
 * Resolves a demo user and a time.
 *
 * @throws Error for an unknown user
 */
export function resolveActor(context: SeedContext, userKey: string, at: number): { by: Actor; at: Date } {
  const by = context.actors.get(userKey);
  if (!by) throw new Error(`Unknown user in the seed: ${userKey}`);
  return { by, at: new Date(at) };
}

/** Replaces the version check of a request, because nothing else changes data during a replay. */
export const skipCheck = async (): Promise<void> => {};
