import { foldText } from '#core/text.ts';

/** Texts by which an entry can be found. */
export interface Findable {
  /** Names: the primary name first, then the one in the second language. */
  names: readonly (string | null | undefined)[];
  /** Code, number, barcodes. */
  codes?: readonly (string | null | undefined)[];
  /** Other searchable texts, such as its group or creator. */
  notes?: readonly (string | null | undefined)[];
}

/** An entry's texts, folded once. */
interface Folded {
  names: string[];
  codes: string[];
  /** The names' words, each after a space. */
  nameWords: string;
  words: string;
  text: string;
  length: number;
}

/**
 * Ranks how well an entry matches the query; smaller is better: 0 exact name or code, 1 name prefix, 2 every
 * word starts a word of a name, 3 code prefix, 4 every word starts a word of any text, 5 every word occurs
 * anywhere. Null for no match.
 */
export function rankMatch(query: string, entry: Findable): number | null {
  return rank(foldText(query), foldEntry(entry));
}

/**
 * Creates the search used by every picker: best rank first, then shorter name, then original order. An empty
 * query returns everything in the original order.
 *
 * @param findableOf searchable texts of an entry; entries are treated as immutable and normalized once
 * @returns the search: `query` as typed, at most `most` entries
 */
export function createSearch<T extends object>(
  findableOf: (entry: T) => Findable,
): (query: string, entries: readonly T[], max?: number) => T[] {
  const folded = new WeakMap<T, Folded>();
  const foldOnce = (entry: T) => {
    const foldedEntry = folded.get(entry) ?? foldEntry(findableOf(entry));
    folded.set(entry, foldedEntry);
    return foldedEntry;
  };
  return (query, entries, max = entries.length) => {
    const typed = foldText(query);
    if (typed === '') return entries.slice(0, max);
    const found: { entry: T; how: number; length: number }[] = [];
    for (const entry of entries) {
      const texts = foldOnce(entry);
      const how = rank(typed, texts);
      if (how !== null) found.push({ entry, how, length: texts.length });
    }
    return found
      .sort((a, b) => a.how - b.how || a.length - b.length)
      .slice(0, max)
      .map(({ entry }) => entry);
  };
}

function rank(typed: string, { names, codes, nameWords, words, text }: Folded): number | null {
  if (typed === '') return 0;
  const asked = typed.split(' ');
  if (!asked.every((word) => text.includes(word))) return null;
  if (names.includes(typed) || codes.includes(typed)) return 0;
  if (names.some((name) => name.startsWith(typed))) return 1;
  if (asked.every((word) => nameWords.includes(` ${word}`))) return 2;
  if (codes.some((code) => code.startsWith(typed))) return 3;
  return asked.every((word) => words.includes(` ${word}`)) ? 4 : 5;
}

function foldEntry({ names, codes = [], notes = [] }: Findable): Folded {
  const [name = '', ...others] = foldAll(names);
  const foldedCodes = foldAll(codes);
  const all = [name, ...others, ...foldedCodes, ...foldAll(notes)].join(' ');
  return {
    names: [name, ...others],
    codes: foldedCodes,
    nameWords: wordsOf([name, ...others].join(' ')),
    words: wordsOf(all),
    text: all,
    length: name.length,
  };
}

const foldAll = (texts: readonly (string | null | undefined)[]) =>
  texts.map((text) => foldText(text ?? '')).filter((text) => text !== '');

/** Words with a space before each, also after a slash or in brackets, and the original texts. */
const wordsOf = (text: string) => ` ${text} ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
