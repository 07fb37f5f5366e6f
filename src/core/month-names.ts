import { foldText } from './text.ts';

/** Languages of recognized month names. */
const languages = ['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ru', 'tr'];

function collectMonthNames(): Map<string, number> {
  const names = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const language of languages)
    for (const style of ['long', 'short'] as const)
      for (const dayFormat of [{}, { day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, ...dayFormat, timeZone: 'UTC' });
        for (let month = 1; month <= 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2026, month - 1, 3));
          const name = foldText(parts.find(({ type }) => type === 'month')?.value ?? '').replaceAll('.', '');
          if (names.has(name) && names.get(name) !== month) ambiguous.add(name);
          names.set(name, month);
        }
      }
  for (const name of ambiguous) names.delete(name);
  return names;
}

const months: ReadonlyMap<string, number> = collectMonthNames();

/** Returns the month (1 to 12) with a folded name, long or short; undefined for other words. */
export const findMonth = (word: string): number | undefined => months.get(word);
