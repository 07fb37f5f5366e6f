import { type Actor, hasFlag, getScope } from '#core/permissions.ts';

/**
 * A recall affects every location, so only users who see all locations can start it, end it and release its
 * lots.
 */
export const canRunRecalls = (actor: Actor): boolean =>
  hasFlag(actor, 'canEdit') && getScope(actor).kind === 'all';

/**
 * Reasons why a lot is in scope of a recall: it was recalled itself, received in place of a lot in scope, or
 * made from one.
 */
export const scopeReasons = ['recalled', 'arrival', 'batch'] as const;
export type ScopeReason = (typeof scopeReasons)[number];

/** Action that a location took on the goods that it found. */
export const recallOutcomes = ['set_aside', 'disposed', 'returned'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];

/** Hours after which a location that hasn't answered a recall gets a reminder. */
export const recallReminderHours = 4;

/** Returns whether a location is due for an email: the first one, or a reminder. */
export const isReminderDue = (lastEmailAt: string | null, now: Date): boolean =>
  lastEmailAt === null || now.getTime() - Date.parse(lastEmailAt) >= recallReminderHours * 3_600_000;

/** Quantities of a recall, in millionths of the base unit. */
export interface RecallSums {
  /**
   * Received by the business from virtual locations, as this lot or as lots of the same item derived from it.
   */
  receivedMicro: number;
  /** Used, sold, discarded or returned according to documents. */
  documentedMicro: number;
  /** Physically found at the locations. */
  foundMicro: number;
}

/**
 * Returns the share of the received quantity that documents or findings account for, in millionths. Above 1
 * if more was found than received; null if nothing was received.
 */
export function getTracedShareMicro({
  receivedMicro,
  documentedMicro,
  foundMicro,
}: RecallSums): number | null {
  if (receivedMicro <= 0) return null;
  return Number((BigInt(documentedMicro + foundMicro) * 1_000_000n) / BigInt(receivedMicro));
}
