import type { ReportDimension } from '#platform/reports/shape-types.ts';
import type { ReportWords } from './word-types.ts';
import { reportWordsInArabic } from './words-in-arabic.ts';
import { reportWordsInEnglish } from './words-in-english.ts';

export type { ReportWords } from './word-types.ts';

/** Returns the report strings in a dashboard language; English for any other. */
export const reportWords = (locale: string): ReportWords =>
  locale === 'ar' ? reportWordsInArabic : reportWordsInEnglish;

/**
 * Returns the heading of a column; the first column of grouped figures is named after the dimension. An
 * unknown column is named by its key.
 */
export function columnHeading(words: ReportWords, key: string, by: string): string {
  if (key === 'label') return words.dimensions[by as ReportDimension] ?? by;
  return (words.columns as Readonly<Record<string, string>>)[key] ?? key;
}
