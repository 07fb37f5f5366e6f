import { readNumber } from '#core/number-text.ts';
import { foldText } from '#core/text.ts';
import type { CellReadOptions } from './cell-codec.ts';

/** Appends a zero to numbers with three decimals, because `1.234` could be read as 1,234. */
export const padThreeDecimals = (text: string): string => (/^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text);

/** Formats a number without an exponent, so that it is parsed the same way with either decimal mark. */
export const formatPlainNumber = (value: unknown): string =>
  padThreeDecimals(Number(value).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }));

/** Parses a number with the file's decimal mark, or the other one if that fails. */
export const parseNumber = (text: string, { format }: CellReadOptions): number | undefined =>
  readNumber(text, format.decimal) ??
  readNumber(text, format.decimal === 'point' ? 'comma' : 'point') ??
  undefined;

/** Returns the vocabulary key for a word in any language; undefined if there is none. */
export const matchWord = (
  text: string,
  vocabulary: readonly string[],
  { words }: CellReadOptions,
): string | undefined => {
  const folded = foldText(text);
  return (
    words[folded] ??
    vocabulary.find((key) => [key, key.replaceAll('_', ' ')].some((word) => foldText(word) === folded))
  );
};
