import type { ReportDimension } from '#platform/reports/shape-types.ts';
import type { ReportStrings } from './string-types.ts';
import { reportStringsInArabic } from './strings-in-arabic.ts';
import { reportStringsInEnglish } from './strings-in-english.ts';

export type { ReportStrings } from './string-types.ts';

/** Returns the report strings in a dashboard language; English for any other. */
export const getReportStrings = (locale: string): ReportStrings =>
  locale === 'ar' ? reportStringsInArabic : reportStringsInEnglish;

/**
 * Returns the heading of a column. The first column of a grouped report is named after the dimension; an
 * unknown column is named after its key.
 */
export function resolveColumnHeading(strings: ReportStrings, key: string, by: string): string {
  if (key === 'label') return strings.dimensions[by as ReportDimension] ?? by;
  return (strings.columns as Readonly<Record<string, string>>)[key] ?? key;
}
