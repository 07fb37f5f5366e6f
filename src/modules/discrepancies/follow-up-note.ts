import { type DiscrepancyType, discrepancyTypes } from './discrepancy-rules.ts';

const wordsOf = (why: DiscrepancyType): string => why.replace('_', ' ');

/** Builds the note of an order or transfer that replaces goods of a discrepancy. */
export const followUpNote = (why: DiscrepancyType, no: string): string =>
  `Resends items reported as ${wordsOf(why)} on ${no}.`;

/** Parses such a note so that screens can translate it; null for a note written by a person. */
export function readFollowUpNote(note: string): { why: DiscrepancyType; no: string } | null {
  // Notes of earlier versions begin with "Sends again what was".
  const [, words, no] =
    /^(?:Resends items reported as|Sends again what was) (.+) on (\S+)\.$/.exec(note) ?? [];
  const why = discrepancyTypes.find((type) => wordsOf(type) === words);
  return why === undefined || no === undefined ? null : { why, no };
}
