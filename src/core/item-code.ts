import { foldText } from './text.ts';

const maxLength = 20;

/**
 * Suggests a code for a new item based on its name: `Plain flour` becomes PLAIN-FLOUR, or PLAIN-FLOUR-2 if
 * that is in use. A name without Latin letters or digits becomes ITEM-1, ITEM-2 and so on; an empty name
 * becomes an empty code.
 *
 * @param usedCodes codes already in use, in capitals
 */
export function proposeItemCode(name: string, usedCodes: ReadonlySet<string>): string {
  if (name.trim() === '') return '';
  const [first, ...moreWords] =
    foldText(name)
      .toUpperCase()
      .match(/[A-Z0-9]+/g) ?? [];
  let stem = (first ?? 'ITEM').slice(0, maxLength);
  // Append as many whole words as fit.
  for (const word of moreWords) {
    if (stem.length + 1 + word.length > maxLength) break;
    stem += `-${word}`;
  }
  if (first !== undefined && !usedCodes.has(stem)) return stem;
  let suffix = first === undefined ? 1 : 2;
  while (usedCodes.has(`${stem}-${suffix}`)) suffix++;
  return `${stem}-${suffix}`;
}
