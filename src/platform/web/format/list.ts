import { localeStore } from '#platform/web/i18n/locale.ts';

/**
 * Joins strings with the language's comma: `Dry store, Chiller`. Parts are isolated in right-to-left text.
 *
 * @param parts an empty list returns an empty string
 * @param isLong uses semicolons, for parts that contain commas
 */
export function formatList(parts: readonly string[], isLong = false): string {
  if (localeStore.get() !== 'ar') return parts.join(isLong ? '; ' : ', ');
  return parts.map(isolateLatin).join(isLong ? '؛ ' : '، ');
}

/** Like `isolate` of the catalogues; importing it would add it to the sign-in page's bundle. */
function isolateLatin(part: string): string {
  return /[A-Za-z]/.test(part) ? `\u2068${part}\u2069` : part;
}
