import { foldText } from '../text.ts';

/** A listed reason with all texts that identify it. */
export interface ReasonOption {
  code: string;
  /** Displayed name. */
  name: string;
  /** Its name in both languages, and its synonyms. */
  names: readonly string[];
}

/** A stored reason: a code for statistics, the user's note, and the full text. */
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
 * Parses a reason from its code or any of its names in either language, ignoring case and extra spaces, with
 * a note after a colon (`expired`, `Expired: the milk`). Any other text becomes the note of `other`.
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

/** Replaces a code with the reason's name, keeps names as typed, and uses the note as the text of `other`. */
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
