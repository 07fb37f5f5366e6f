import { foldText } from './text.ts';

/**
 * Returns the normalized words of a name: folded, without punctuation, singular and plural alike, each once.
 */
export function nameWords(name: string): string[] {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean).map(toSingular))];
}

function toSingular(word: string): string {
  if (word.length > 4 && /(ch|sh|x|z|ss|o)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns a key that names with the same words in any order share; empty for a name without words. */
export function nameKey(name: string): string {
  return nameWords(name).toSorted().join(' ');
}

/** Returns whether two names are equivalent; names without words never are. */
export function isSameName(a: string, b: string): boolean {
  const key = nameKey(a);
  return key !== '' && key === nameKey(b);
}
