import { foldText } from './text.ts';

/**
 * Returns the normalized words of a name: folded, without punctuation, in the singular, and without
 * duplicates.
 */
export function listNameWords(name: string): string[] {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean).map(toSingular))];
}

function toSingular(word: string): string {
  if (word.length > 4 && /(ch|sh|x|z|ss|o)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Returns a key that is equal for names with the same words in any order; empty for a name without words. */
export function nameKey(name: string): string {
  return listNameWords(name).toSorted().join(' ');
}

/** Returns whether two names are equivalent; a name without words is never equivalent to another. */
export function isSameName(a: string, b: string): boolean {
  const key = nameKey(a);
  return key !== '' && key === nameKey(b);
}
