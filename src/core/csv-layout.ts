import { type CsvCell, formatCsvCell, formatCsvRow, formatCsvNumber } from './csv.ts';

/** Number format, date format and cell separator of a CSV file. */
export interface CsvLayout {
  /** The locale; null for decimal points, YYYY-MM-DD and commas. */
  locale: string | null;
  /** Formats a row without its line break. */
  row: (cells: readonly CsvCell[]) => string;
}

/** The locale-independent layout for programs. */
export const isoLayout: CsvLayout = { locale: null, row: formatCsvRow };

/**
 * Returns the CSV layout of a locale (`de-DE`: `1234,5;21.11.2026`): its decimal separator and date order, with
 * semicolons if the comma is the decimal separator. Latin digits, no thousands separators. Null for an unknown
 * locale.
 */
export function getCsvLayout(tag: string): CsvLayout | null {
  const locale = resolveLocale(tag);
  if (locale === null) return null;
  const numberOptions = { numberingSystem: 'latn', useGrouping: false } as const;
  const decimal = new Intl.NumberFormat(locale, numberOptions).format(1.5).includes(',') ? ',' : '.';
  const separator = decimal === ',' ? ';' : ',';
  const formatNumber = (number: number) =>
    Number.isFinite(number) ? formatCsvNumber(number).replace('.', decimal) : '';
  const formatDay = createDayFormatter(locale);
  const formatCell = (cell: CsvCell): string => {
    if (typeof cell === 'number') return formatNumber(cell);
    return cell !== null && dayPattern.test(cell) ? formatDay(cell) : formatCsvCell(cell);
  };
  return { locale, row: (cells) => cells.map(formatCell).join(separator) };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function resolveLocale(tag: string): string | null {
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag])[0] ?? null;
  } catch {
    // Not a valid language tag.
    return null;
  }
}

/** Direction marks that some languages put between date parts. */
const directionMarks = /[\u061c\u200e\u200f]/g;

/** Formats `YYYY-MM-DD` in the date order of a locale. */
function createDayFormatter(locale: string): (day: string) => string {
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
    .map(({ type, value }) => ({ type, value: value.replaceAll(directionMarks, '') }));
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
