import { foldText } from './text.ts';

const mostLetters = 20;

/**
 * A code for a new item, from its name: `Plain flour` is PLAIN-FLOUR, or PLAIN-FLOUR-2 where that is taken. A name without
 * Latin letters or digits is ITEM-1, ITEM-2... Empty for an empty name.
 *
 * @param taken codes that are in use, in any case
 */
export function proposeItemCode(name: string, taken: Iterable<string>): string {
  if (name.trim() === '') return '';
  const used = new Set(Array.from(taken, (code) => code.toUpperCase()));
  const [first, ...others] =
    foldText(name)
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  let stem = (first ?? 'ITEM').slice(0, mostLetters);
  // Words are kept whole, as many as fit.
  for (const word of others) {
    if (stem.length + 1 + word.length > mostLetters) break;
    stem += `-${word}`;
  }
  if (first !== undefined && !used.has(stem)) return stem;
  let next = first === undefined ? 1 : 2;
  while (used.has(`${stem}-${next}`)) next++;
  return `${stem}-${next}`;
}
