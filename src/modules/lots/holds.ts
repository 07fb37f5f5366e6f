import { type Actor, hasFlag, worksInKitchens } from '#core/permissions.ts';

/** Why a lot is put on hold. */
export const holdReasons = ['recall', 'quality', 'temperature', 'damaged', 'papers', 'other'] as const;

/** Why a lot is released. */
export const releaseReasons = ['checked', 'papers', 'mistake', 'other'] as const;

/** A hold affects every kitchen and branch, so branch users ask the kitchen instead. */
export const canHoldLots = (actor: Actor): boolean => hasFlag(actor, 'canEdit') && worksInKitchens(actor);
