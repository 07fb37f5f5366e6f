import { foldText } from '../text.ts';

/** A listed reason with everything that identifies it. */
export interface ReasonOption {
  code: string;
  /** Displayed name. */
  name: string;
  /** Its name in both languages, and its synonyms. */
  names: readonly string[];
}

/** A stored reason: a code that can be counted, the user's note, and the full text. */
export interface Reason {
  code: string;
  note: string | null;
  text: string;
}

/** Reason for anything not on the list; the note explains it. */
export const otherReason = 'other';

/** Reason for a shortage caused by a wrong item. */
export const wrongItemReason = 'wrong_item';

/**
 * Parses a reason from its code or any of its names in either language, ignoring case and spaces, with a note
 * after a colon (`expired`, `Expired: the milk`). Other text becomes the note of `other`.
 *
 * @param text not blank
 */
export function readReason(text: string, options: readonly ReasonOption[]): Reason {
  const exact = findOption(text, options);
  if (exact) return buildReason(exact, null, text);
  const colon = text.indexOf(':');
  const prefixed = colon < 0 ? undefined : findOption(text.slice(0, colon), options);
  if (prefixed) return buildReason(prefixed, text.slice(colon + 1).trim() || null, text);
  return { code: otherReason, note: text, text };
}

/** A code is replaced by the reason's name, names stay as typed, and `other` uses its note. */
function buildReason({ code, name }: ReasonOption, note: string | null, text: string): Reason {
  if (code === otherReason && note !== null) return { code, note, text: note };
  const isCode = text === code || text.startsWith(`${code}:`);
  return { code, note, text: isCode ? [name, ...(note === null ? [] : [note])].join(': ') : text };
}

function findOption(text: string, options: readonly ReasonOption[]): ReasonOption | undefined {
  const folded = foldText(text);
  if (folded === '') return undefined;
  return (
    options.find(({ code }) => code === text.trim()) ??
    options.find(({ code }) => foldText(code) === folded) ??
    options.find(({ names }) => names.some((candidate) => foldText(candidate) === folded))
  );
}
