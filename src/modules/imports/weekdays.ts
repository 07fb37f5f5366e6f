import { foldText } from '#core/text.ts';

/** Monday is 1; long and short names in the dashboard's languages. */
const weekdays: ReadonlyMap<string, number> = new Map(
  ['en', 'ar'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const formatter = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return [1, 2, 3, 4, 5, 6, 7].map(
        (day) => [foldText(formatter.format(Date.UTC(2026, 5, day))), day] as const,
      );
    }),
  ),
);

/** Parses a weekday name in either language, or its number (1 is Monday); null for anything else. */
export function readWeekday(text: string): number | null {
  const word = foldText(text).replace(/\.$/, '');
  return weekdays.get(word) ?? (/^[1-7]$/.test(word) ? Number(word) : null);
}

/** Parses weekdays separated by commas or spaces; null if one is invalid. */
export function readWeekdays(text: string): number[] | null {
  const days: number[] = [];
  for (const word of text.split(/[,;،؛\s]+/)) {
    if (word === '') continue;
    const day = readWeekday(word);
    if (day === null) return null;
    days.push(day);
  }
  return days;
}
