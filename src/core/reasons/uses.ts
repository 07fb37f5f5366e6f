/** The uses of a reason, with the same names as the collection's fields. */
export const reasonUses = [
  'forPicking',
  'forReceiving',
  'forApproval',
  'forMoves',
  'forWaste',
  'forReturn',
  'forCount',
  'forCorrection',
  'forDifference',
] as const;
export type ReasonUse = (typeof reasonUses)[number];

/** Reason fields of a document: its text, and code and note if the server stores them. */
export interface ReasonFields {
  reason: string | null;
  reasonCode?: string | null | undefined;
  reasonNote?: string | null | undefined;
}

/**
 * Returns a reason as it is entered and sent: the code with its note, or the text if there is no code; null
 * if there is no reason.
 */
export function getEnteredReason({
  reason,
  reasonCode = null,
  reasonNote = null,
}: ReasonFields): string | null {
  if (reasonCode === null) return reason;
  return reasonNote === null ? reasonCode : `${reasonCode}: ${reasonNote}`;
}

/** Splits an entered reason at the first colon into the code (or text) and the note. */
export function splitReason(entered: string): { code: string; note: string } {
  const colon = entered.indexOf(':');
  return colon < 0
    ? { code: entered.trim(), note: '' }
    : { code: entered.slice(0, colon).trim(), note: entered.slice(colon + 1).trim() };
}
