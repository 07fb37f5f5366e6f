import type { Actor } from '#domain/permissions.ts';
import type { Tx } from '../db/types.ts';
import type { SeedIds } from './seed-ids.ts';

/** Where and as whom a plan is replayed. */
export interface SeedContext {
  tx: Tx;
  ids: SeedIds;
  actors: ReadonlyMap<string, Actor>;
}

/** Something that happens at a time. */
export interface ReplayStep {
  at: number;
  run(): Promise<unknown>;
}

/** Who of the demonstration's people does something, and when. Throws for a name that it does not have. */
export function resolveActor(context: SeedContext, who: string, at: number): { by: Actor; at: Date } {
  const by = context.actors.get(who);
  if (!by) throw new Error(`The seed names a person that it does not have: ${who}`);
  return { by, at: new Date(at) };
}

/** What a call would be checked for: nobody else changes anything while a plan is replayed. */
export const skipCheck = async (): Promise<void> => {};
