import { type Actor, hasFlag, scopeOf } from '../permissions.ts';

/** A recall asks every place: whoever sees them all starts and ends it. */
export const mayRunRecalls = (actor: Actor): boolean =>
  hasFlag(actor, 'canEdit') && scopeOf(actor).kind === 'all';

/** What a recall has come to, in millionths of the base unit. */
export interface RecallSums {
  /** What came into the business of the lot, and of what it became. */
  cameMicro: number;
  /** What documents say was used, sold, thrown away or sent back. */
  documentedMicro: number;
  /** What people have found where they looked. */
  foundMicro: number;
}

/**
 * How much of what came is accounted for, in millionths: by documents, or seen by somebody. Above 1 where more was found than
 * came; null where nothing came.
 */
export function tracedShareMicro({ cameMicro, documentedMicro, foundMicro }: RecallSums): number | null {
  if (cameMicro <= 0) return null;
  return Number((BigInt(documentedMicro + foundMicro) * 1_000_000n) / BigInt(cameMicro));
}
