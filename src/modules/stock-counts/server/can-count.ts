import { type Actor, hasFlag } from '#core/permissions.ts';

/** Users who may create or edit documents may count; the location is checked separately. */
export const canCount = (actor: Actor): boolean => hasFlag(actor, 'canCreate') || hasFlag(actor, 'canEdit');
