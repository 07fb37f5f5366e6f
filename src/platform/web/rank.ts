import { foldText } from '#core/text.ts';

/** Strings by which an entry can be found. */
export interface Findable {
  /** The primary name, followed by the localized name. */
  names: readonly (string | null | undefined)[];
  /** Code, number, barcodes. */
  codes?: readonly (string | null | undefined)[];
  /** Other searchable strings, such as its group or creator. */
  notes?: readonly (string | null | undefined)[];
}

/** An entry's strings, case-folded once. */
interface FoldedEntry {
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
 * word starts a word in a name, 3 code prefix, 4 every word starts a word in any string, 5 every word occurs
 * anywhere. Null if there is no match.
 */
export function rankMatch(query: string, entry: Findable): number | null {
  return computeRank(foldText(query), foldEntry(entry));
}

/**
 * Creates the search used by every picker: best rank first, then shorter name, then original order. An empty
 * query returns everything in the original order.
 *
 * @param getFindable searchable strings of an entry; entries are treated as immutable and folded once
 * @returns the search function, with the user's input as `query` and the maximum number of results as `max`
 */
export function createSearch<T extends object>(
  getFindable: (entry: T) => Findable,
): (query: string, entries: readonly T[], max?: number) => T[] {
  const folded = new WeakMap<T, FoldedEntry>();
  const foldOnce = (entry: T) => {
    const foldedEntry = folded.get(entry) ?? foldEntry(getFindable(entry));
    folded.set(entry, foldedEntry);
    return foldedEntry;
  };
  return (query, entries, max = entries.length) => {
    const foldedQuery = foldText(query);
    if (foldedQuery === '') return entries.slice(0, max);
    const matches: { entry: T; rank: number; length: number }[] = [];
    for (const entry of entries) {
      const texts = foldOnce(entry);
      const rank = computeRank(foldedQuery, texts);
      if (rank !== null) matches.push({ entry, rank, length: texts.length });
    }
    return matches
      .sort((a, b) => a.rank - b.rank || a.length - b.length)
      .slice(0, max)
      .map(({ entry }) => entry);
  };
}

function computeRank(
  foldedQuery: string,
  { names, codes, nameWords, words, text }: FoldedEntry,
): number | null {
  if (foldedQuery === '') return 0;
  const queryWords = foldedQuery.split(' ');
  if (!queryWords.every((word) => text.includes(word))) return null;
  if (names.includes(foldedQuery) || codes.includes(foldedQuery)) return 0;
  if (names.some((name) => name.startsWith(foldedQuery))) return 1;
  if (queryWords.every((word) => nameWords.includes(` ${word}`))) return 2;
  if (codes.some((code) => code.startsWith(foldedQuery))) return 3;
  return queryWords.every((word) => words.includes(` ${word}`)) ? 4 : 5;
}

function foldEntry({ names, codes = [], notes = [] }: Findable): FoldedEntry {
  const [name = '', ...otherNames] = foldAll(names);
  const foldedCodes = foldAll(codes);
  const allText = [name, ...otherNames, ...foldedCodes, ...foldAll(notes)].join(' ');
  return {
    names: [name, ...otherNames],
    codes: foldedCodes,
    nameWords: addWordStarts([name, ...otherNames].join(' ')),
    words: addWordStarts(allText),
    text: allText,
    length: name.length,
  };
}

const foldAll = (texts: readonly (string | null | undefined)[]) =>
  texts.map((text) => foldText(text ?? '')).filter((text) => text !== '');

/**
 * Returns the text followed by its words, each preceded by a space; words also start after a slash or a
 * bracket.
 */
const addWordStarts = (text: string) => ` ${text} ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
