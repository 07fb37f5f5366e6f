import { type CsvCell, cellText, csvRow, numberText } from './csv.ts';

/** Number format, date format and cell separator of a CSV file. */
export interface CsvLayout {
  /** The locale; null for decimal points, YYYY-MM-DD and commas. */
  locale: string | null;
  /** Formats a row without its line break. */
  row: (cells: readonly CsvCell[]) => string;
}

/** The locale-independent layout for programs. */
export const isoLayout: CsvLayout = { locale: null, row: csvRow };

/**
 * Returns the CSV layout of a locale (`de-DE`: `1234,5;21.11.2026`): its decimal sign and date order, with
 * semicolons where the comma is the decimal sign. Latin digits, no thousands separators. Null for an unknown
 * locale.
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
    // Not a valid language tag.
    return null;
  }
}

/** Direction marks that some languages put between date parts. */
const directions = /[\u061c\u200e\u200f]/g;

/** Formats `YYYY-MM-DD` in the date order of a locale. */
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
    const fields = { year: day.slice(0, 4), month: day.slice(5, 7), day: day.slice(8) };
    return parts
      .map(({ type, value }) =>
        type === 'year' || type === 'month' || type === 'day' ? fields[type] : value,
      )
      .join('')
      .trim();
  };
}
