import { type DiscrepancyType, discrepancyTypes } from './discrepancy-rules.ts';

const formatType = (type: DiscrepancyType): string => type.replace('_', ' ');

/** Builds the note of an order or transfer that replaces goods of a discrepancy. */
export const buildFollowUpNote = (type: DiscrepancyType, number: string): string =>
  `Resends items reported as ${formatType(type)} on ${number}.`;

/** Parses a follow-up note so that screens can translate it; null for a note written by a user. */
export function readFollowUpNote(note: string): { type: DiscrepancyType; number: string } | null {
  // Notes of earlier versions begin with "Sends again what was".
  const [, typeText, number] =
    /^(?:Resends items reported as|Sends again what was) (.+) on (\S+)\.$/.exec(note) ?? [];
  const type = discrepancyTypes.find((candidate) => formatType(candidate) === typeText);
  return type === undefined || number === undefined ? null : { type, number };
}
