import { type Actor, hasFlag, scopeOf } from '../permissions.ts';

/** A recall concerns every location: only people who see them all start it, end it and release its lots. */
export const canRunRecalls = (actor: Actor): boolean =>
  hasFlag(actor, 'canEdit') && scopeOf(actor).kind === 'all';

/** How a lot came into the scope of a recall: it was named, received in place of a lot in scope, or made from one. */
export const scopeReasons = ['recalled', 'arrival', 'batch'] as const;
export type ScopeReason = (typeof scopeReasons)[number];

/** What a location did with the goods that it found. */
export const recallOutcomes = ['set_aside', 'disposed', 'returned'] as const;
export type RecallOutcome = (typeof recallOutcomes)[number];

/** Hours after which a location that has not answered a recall is mailed again. */
export const recallReminderHours = 4;

/** Whether a location is to be mailed now: it was not mailed yet, or the last mail is old enough for a reminder. */
export const isReminderDue = (lastMailAt: string | null, now: Date): boolean =>
  lastMailAt === null || now.getTime() - Date.parse(lastMailAt) >= recallReminderHours * 3_600_000;

/** Quantities of a recall, in millionths of the base unit. */
export interface RecallSums {
  /** Received by the business: of the lot, and of other lots of the same item that it became. */
  cameMicro: number;
  /** Used, sold, thrown away or sent back, by documents. */
  documentedMicro: number;
  /** Found by people at the locations. */
  foundMicro: number;
}

/**
 * The share of what was received that is accounted for by documents or was found, in millionths. Above 1 where more was found than
 * received; null where nothing was received.
 */
export function tracedShareMicro({ cameMicro, documentedMicro, foundMicro }: RecallSums): number | null {
  if (cameMicro <= 0) return null;
  return Number((BigInt(documentedMicro + foundMicro) * 1_000_000n) / BigInt(cameMicro));
}
