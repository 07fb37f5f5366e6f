import { type Actor, hasFlag, hasKitchenAccess } from '#core/permissions.ts';

/** Reasons for putting a lot on hold. */
export const holdReasons = ['recall', 'quality', 'temperature', 'damaged', 'papers', 'other'] as const;

/** Reasons for releasing a lot. */
export const releaseReasons = ['checked', 'papers', 'mistake', 'other'] as const;

/**
 * Returns whether a user may put lots on hold. A hold affects every kitchen and branch, so branch users must
 * ask the kitchen.
 */
export const canHoldLots = (actor: Actor): boolean => hasFlag(actor, 'canEdit') && hasKitchenAccess(actor);
