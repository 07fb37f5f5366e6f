import type { ReportDimension } from './shape-types.ts';
import type { ReportWords } from './word-types.ts';
import { reportWordsInArabic } from './words-in-arabic.ts';
import { reportWordsInEnglish } from './words-in-english.ts';

export type { ReportWords } from './word-types.ts';

/** The words of a language that the dashboard speaks; English for every other. */
export const reportWords = (locale: string): ReportWords =>
  locale === 'ar' ? reportWordsInArabic : reportWordsInEnglish;

/** The head of a column; of grouped figures the first is called by what a row is. One that is not known goes by its key. */
export function columnHeading(words: ReportWords, key: string, by: string): string {
  if (key === 'label') return words.dimensions[by as ReportDimension] ?? by;
  return (words.columns as Readonly<Record<string, string>>)[key] ?? key;
}
