import { foldText } from '../text.ts';

/** A reason of the list, by everything that means it: its code first, then its names and other words for it. */
export interface ReasonOption {
  code: string;
  /** What is shown to whoever knows no codes. */
  name: string;
  words: readonly string[];
}

/** Why, as it is kept: a code that can be counted, what somebody added, and the whole as people read it. */
export interface Reason {
  code: string;
  note: string | null;
  words: string;
}

/** The reason for everything that the list has no code for: the note says what it is. */
export const otherReason = 'other';

/** The reason that says the shortage is there because something else came. */
export const wrongItemReason = 'wrong_item';

/**
 * Reads why somebody did something from what they sent: the code of a reason or any wording of it, in either language,
 * whatever its case and spaces, with a note after a colon (`expired`, `Expired: the milk`). Other text is no mistake: it
 * is the note of `other`.
 *
 * @param text not blank
 */
export function readReason(text: string, known: readonly ReasonOption[]): Reason {
  const whole = find(text, known);
  if (whole) return reasonOf(whole, null, text);
  const colon = text.indexOf(':');
  const head = colon < 0 ? undefined : find(text.slice(0, colon), known);
  if (head) return reasonOf(head, text.slice(colon + 1).trim() || null, text);
  return { code: otherReason, note: text, words: text };
}

/** Who sends a code is answered with its name; words stay what they were. What is `other` is what its note says. */
function reasonOf({ code, name }: ReasonOption, note: string | null, text: string): Reason {
  if (code === otherReason && note !== null) return { code, note, words: note };
  const isCode = text === code || text.startsWith(`${code}:`);
  return { code, note, words: isCode ? [name, ...(note === null ? [] : [note])].join(': ') : text };
}

function find(text: string, known: readonly ReasonOption[]): ReasonOption | undefined {
  const wanted = foldText(text);
  if (wanted === '') return undefined;
  return (
    known.find(({ code }) => code === text.trim()) ??
    known.find(({ code }) => foldText(code) === wanted) ??
    known.find(({ words }) => words.some((word) => foldText(word) === wanted))
  );
}
