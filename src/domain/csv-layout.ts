import { type CsvCell, cellText, csvRow, numberText } from './csv.ts';

/** How a file of rows writes its numbers and days, and what it parts cells with. */
export interface CsvLayout {
  /** The language and country whose way it is; null: decimals with a point, days as YYYY-MM-DD, cells parted by commas. */
  locale: string | null;
  /** A row without its line break. */
  row(cells: readonly CsvCell[]): string;
}

/** What programs read anywhere. */
export const isoLayout: CsvLayout = { locale: null, row: csvRow };

/**
 * As spreadsheets write and read in a language and country (`de-DE`: `1234,5;21.11.2026`): its decimal sign, its order of day, month and
 * year, and semicolons between cells where commas are decimal signs. Digits are Latin, thousands stand together. Null where no such
 * language is known.
 */
export function csvLayoutIn(tag: string): CsvLayout | null {
  const locale = knownLocale(tag);
  if (locale === null) return null;
  const usual = { numberingSystem: 'latn', useGrouping: false } as const;
  const decimal = new Intl.NumberFormat(locale, usual).format(1.5).includes(',') ? ',' : '.';
  const separator = decimal === ',' ? ';' : ',';
  const inNumber = (number: number) =>
    Number.isFinite(number) ? numberText(number).replace('.', decimal) : '';
  const inDay = dayWriter(locale);
  const written = (cell: CsvCell): string => {
    if (typeof cell === 'number') return inNumber(cell);
    return cell !== null && isDay.test(cell) ? inDay(cell) : cellText(cell);
  };
  return { locale, row: (cells) => cells.map(written).join(separator) };
}

const isDay = /^\d{4}-\d{2}-\d{2}$/;

function knownLocale(tag: string): string | null {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag])[0] ?? null;
  } catch {
    // No tag of a language at all.
    return null;
  }
}

/** Signs of direction that some languages put beside the parts of a day. */
const directions = /[\u061c\u200e\u200f]/g;

/** Writes `YYYY-MM-DD` in the order and with the signs of a language. */
function dayWriter(locale: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = format
    .formatToParts(Date.UTC(2006, 10, 22))
    .map(({ type, value }) => ({ type, value: value.replaceAll(directions, '') }));
  return (day) => {
    const of = { year: day.slice(0, 4), month: day.slice(5, 7), day: day.slice(8) };
    return parts
      .map(({ type, value }) => (type === 'year' || type === 'month' || type === 'day' ? of[type] : value))
      .join('')
      .trim();
  };
}
