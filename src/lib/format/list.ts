import { localeStore } from '../i18n/locale.ts';

/**
 * Several things in one line, with the comma of the language: `Dry store, Chiller`. In a line that runs from the right,
 * each Latin name keeps its place.
 *
 * @param parts what is listed, in words; nothing gives an empty text
 * @param isLong whether the parts have commas themselves: semicolons stand between them
 */
export function formatList(parts: readonly string[], isLong = false): string {
  if (localeStore.get() !== 'ar') return parts.join(isLong ? '; ' : ', ');
  return parts.map(inOnePiece).join(isLong ? '؛ ' : '، ');
}

/** As `isolate` of the catalogues does, which the sign-in page loads by itself: an import would tie the two together. */
function inOnePiece(part: string): string {
  return /[A-Za-z]/.test(part) ? `\u2068${part}\u2069` : part;
}
