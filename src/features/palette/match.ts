import { foldText } from '#domain/text.ts';

/** How well an entry fits what was typed; null where it does not. The smaller, the better. */
export type Fit = number | null;

/**
 * Every word that was typed must begin, or stand somewhere in, one of the texts. A text that begins with all of it
 * fits best, then one whose words begin with the typed ones, then the rest; the first text counts before the others.
 *
 * @param texts the entry's name first, then other words it goes by
 */
export function fit(query: string, texts: readonly string[]): Fit {
  const typed = foldText(query);
  if (typed === '') return 0;
  const [name = '', ...others] = texts.map(foldText);
  if (name.startsWith(typed)) return 0;
  const words = typed.split(' ');
  const everything = [name, ...others].join(' ');
  if (!words.every((word) => everything.includes(word))) return null;
  const begins = (text: string) =>
    words.every((word) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')}`.includes(` ${word}`));
  if (begins(name)) return 1;
  return begins(everything) ? 2 : 3;
}

/** The entries that fit, best first; among equals in the order they came. */
export function fitting<T>(
  query: string,
  entries: readonly T[],
  textsOf: (entry: T) => readonly string[],
): T[] {
  return entries
    .flatMap((entry) => {
      const how = fit(query, textsOf(entry));
      return how === null ? [] : [{ entry, how }];
    })
    .toSorted((a, b) => a.how - b.how)
    .map(({ entry }) => entry);
}
