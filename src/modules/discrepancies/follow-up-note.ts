import { type DiscrepancyType, discrepancyTypes } from './discrepancy-rules.ts';

const reasonText = (reason: DiscrepancyType): string => reason.replace('_', ' ');

/** Builds the note of an order or transfer that replaces goods of a discrepancy. */
export const followUpNote = (reason: DiscrepancyType, no: string): string =>
  `Resends items reported as ${reasonText(reason)} on ${no}.`;

/** Parses a follow-up note so that screens can translate it; null for a note written by a user. */
export function readFollowUpNote(note: string): { why: DiscrepancyType; no: string } | null {
  // Notes of earlier versions begin with "Sends again what was".
  const [, text, no] =
    /^(?:Resends items reported as|Sends again what was) (.+) on (\S+)\.$/.exec(note) ?? [];
  const reason = discrepancyTypes.find((type) => reasonText(type) === text);
  return reason === undefined || no === undefined ? null : { why: reason, no };
}
