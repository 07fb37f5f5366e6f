import { foldText } from './text.ts';

/** The words of a name as they are compared: folded, without punctuation, plurals and singulars alike, each once. */
export function nameWords(name: string): string[] {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter(Boolean).map(singular))];
}

function singular(word: string): string {
  if (word.length > 4 && /(ch|sh|x|z|ss|o)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** What two names have alike that say the same: the same words in any order. Empty for a name without a word. */
export function nameKey(name: string): string {
  return nameWords(name).toSorted().join(' ');
}

/** Whether two names say the same. Names without a word are like no other. */
export function isSameName(one: string, other: string): boolean {
  const key = nameKey(one);
  return key !== '' && key === nameKey(other);
}
