import { type Actor, hasFlag } from '#domain/permissions.ts';

/** Whoever may create or change documents counts; the place is asked for before. */
export const canCount = (actor: Actor): boolean => hasFlag(actor, 'canCreate') || hasFlag(actor, 'canEdit');
