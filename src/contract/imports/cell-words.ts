import { readNumber } from '#domain/number-text.ts';
import { foldText } from '#domain/text.ts';
import type { CellReading } from './cell-codec.ts';

/** Three decimals are written as four: `1.234` would be a thousand and more where points part thousands. */
export const unmistakable = (text: string): string => (/^\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text);

/** Digits without an exponent, whatever the size, that are read alike with either decimal mark. */
export const plain = (value: unknown): string =>
  unmistakable(Number(value).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }));

/** A number with the decimal sign of the file; where that does not fit, with the other. */
export const figure = (text: string, { format }: CellReading): number | undefined =>
  readNumber(text, format.decimal) ??
  readNumber(text, format.decimal === 'point' ? 'comma' : 'point') ??
  undefined;

/** The word of the vocabulary that a text means, in whatever language; undefined for any other. */
export const wordOf = (
  text: string,
  vocabulary: readonly string[],
  { words }: CellReading,
): string | undefined => {
  const wanted = foldText(text);
  return words[wanted] ?? vocabulary.find((key) => key.replaceAll('_', ' ') === wanted || key === wanted);
};
