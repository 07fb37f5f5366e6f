/** What a reason can be chosen for, by the fields of the collection. */
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

/** A reason as documents tell it: its words, and what is counted of it where the server keeps that. */
export interface ReasonFields {
  reason: string | null;
  reasonCode?: string | null | undefined;
  reasonNote?: string | null | undefined;
}

/** Why, as it is chosen and sent: the code with its note, else the words; null without a reason. */
export function enteredReason({ reason, reasonCode = null, reasonNote = null }: ReasonFields): string | null {
  if (reasonCode === null) return reason;
  return reasonNote === null ? reasonCode : `${reasonCode}: ${reasonNote}`;
}

/** What was said, as the code (or the words) before the first colon and what follows it. */
export function splitReason(said: string): { code: string; note: string } {
  const colon = said.indexOf(':');
  return colon < 0
    ? { code: said.trim(), note: '' }
    : { code: said.slice(0, colon).trim(), note: said.slice(colon + 1).trim() };
}
