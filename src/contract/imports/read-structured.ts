import { foldText } from '#domain/text.ts';

/** Monday is 1, by its long and short names in the languages of the dashboard. */
const weekdays: ReadonlyMap<string, number> = new Map(
  ['en', 'ar'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const words = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return [1, 2, 3, 4, 5, 6, 7].map(
        (day) => [foldText(words.format(Date.UTC(2026, 5, day))), day] as const,
      );
    }),
  ),
);

/** A structured value: JSON text as it is; else a list with commas or semicolons, weekdays among it as numbers. */
export function readStructured(text: string): unknown {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }
  const words = text.split(/[,;،]/).map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .map((word) => weekdays.get(foldText(word)) ?? (/^[1-7]$/.test(word) ? Number(word) : word));
}
