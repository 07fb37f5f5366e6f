import { type DiscrepancyType, discrepancyTypes } from '../stock/discrepancies.ts';

const wordsOf = (why: DiscrepancyType): string => why.replace('_', ' ');

/** What stands as note on an order or a transfer that is made to send again what was wrong with another. */
export const followUpNote = (why: DiscrepancyType, no: string): string =>
  `Sends again what was ${wordsOf(why)} on ${no}.`;

/** Such a note, read back: screens say it in their own language. Null of what a person wrote. */
export function readFollowUpNote(note: string): { why: DiscrepancyType; no: string } | null {
  const [, words, no] = /^Sends again what was (.+) on (\S+)\.$/.exec(note) ?? [];
  const why = discrepancyTypes.find((type) => wordsOf(type) === words);
  return why === undefined || no === undefined ? null : { why, no };
}
