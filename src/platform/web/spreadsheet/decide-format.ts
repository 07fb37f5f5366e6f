import type { DateOrder, ImportFormat } from '#core/file-format.ts';
import { readDate, stripPercent } from '#core/read-scalars.ts';
import { type DecimalSeparator, detectDecimalSeparator, readNumber } from '#core/number-text.ts';
import { getCurrentNumberStyle } from '#platform/web/i18n/number-style.ts';

/** The cell texts of a column that contains numbers or dates. */
export interface ColumnTexts {
  key: string;
  kind: 'number' | 'date';
  texts: readonly string[];
}

/** Fallback when the cells of a column are ambiguous. */
export interface FormatHints {
  /** The separator of the file; null for a workbook. */
  delimiter: string | null;
  /** The user's own number and date style. */
  decimal: DecimalSeparator;
  dates: DateOrder;
}

/** A column that can be read in two formats with different results. */
export interface AmbiguousColumn {
  /** A cell that the two formats read differently. */
  example: string;
  /**
   * Whether the user has to choose, because neither the separator nor another column determines the format.
   */
  requiresChoice: boolean;
}

export interface DecidedFormats {
  /** Format of the file as a whole. */
  file: ImportFormat;
  columns: Readonly<Record<string, ImportFormat>>;
  ambiguousColumns: Readonly<Record<string, AmbiguousColumn>>;
}

/** Returns the device's number and date style for a file with this separator. */
export function getDeviceFormatHints(delimiter: string | null): FormatHints {
  const decimal = getCurrentNumberStyle().decimal === ',' ? 'comma' : 'point';
  const parts = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'short' }).formatToParts(0);
  const first = parts.find(({ type }) => type === 'day' || type === 'month');
  return { delimiter, decimal, dates: first?.type === 'month' && decimal === 'point' ? 'mdy' : 'dmy' };
}

/**
 * Determines the number and date format of each column from its cells, otherwise from the other columns, the
 * file's separator, or the device.
 */
export function decideFormats(columnTexts: readonly ColumnTexts[], hints: FormatHints): DecidedFormats {
  const columns = columnTexts.map((column) => ({ ...column, texts: [...new Set(column.texts)] }));
  const numbers = columns
    .filter(({ kind }) => kind === 'number')
    .map((column) => ({ ...column, detected: detectDecimalSeparator(column.texts.map(stripPercent)) }));
  const dates = columns
    .filter(({ kind }) => kind === 'date')
    .map((column) => ({ ...column, detected: detectDateOrder(column.texts) }));

  const separatorDecimal = hints.delimiter === ';' ? 'comma' : null;
  const fileDecimal =
    findMajority(numbers.flatMap(({ detected }) => (detected && detected !== 'both' ? [detected] : []))) ??
    separatorDecimal;
  const fileDates = findMajority(
    dates.flatMap(({ detected }) =>
      detected && detected !== 'both' && detected !== 'ymd' ? [detected] : [],
    ),
  );
  const file: ImportFormat = {
    decimal: fileDecimal ?? hints.decimal,
    dates: fileDates ?? (dates.some(({ detected }) => detected === 'both') ? hints.dates : 'ymd'),
  };
  const formats: Record<string, ImportFormat> = {};
  const ambiguousColumns: Record<string, AmbiguousColumn> = {};
  for (const { key, detected, texts } of numbers) {
    formats[key] = { ...file, decimal: detected === null || detected === 'both' ? file.decimal : detected };
    const example = texts.find((text) =>
      readsDifferently((mark: DecimalSeparator) => readNumber(stripPercent(text), mark), 'point', 'comma'),
    );
    if (detected === 'both' && example !== undefined)
      ambiguousColumns[key] = { example, requiresChoice: fileDecimal === null };
  }
  for (const { key, detected, texts } of dates) {
    formats[key] = {
      ...file,
      dates: detected === 'both' ? (fileDates ?? hints.dates) : (detected ?? file.dates),
    };
    const example = texts.find((text) =>
      readsDifferently((order: DateOrder) => readDate(text, order), 'dmy', 'mdy'),
    );
    if (detected === 'both' && example !== undefined)
      ambiguousColumns[key] = { example, requiresChoice: fileDates === null };
  }
  return { file, columns: formats, ambiguousColumns };
}

function readsDifferently<T>(read: (format: T) => unknown, first: T, second: T): boolean {
  const [a, b] = [read(first), read(second)];
  return a !== null && b !== null && a !== b;
}

/**
 * Returns the order that parses most dates; two-digit years count as first only if no other order parses as
 * many.
 */
function detectDateOrder(texts: readonly string[]): DateOrder | 'both' | null {
  const counts = (['dmy', 'mdy', 'ymd', 'yymd'] as const).map((order) => ({
    order,
    count: texts.filter((text) => readDate(text, order) !== null).length,
  }));
  const maxCount = Math.max(...counts.map(({ count }) => count));
  if (maxCount === 0) return null;
  const best = counts.filter(({ count }) => count === maxCount).map(({ order }) => order);
  const readsAlike = texts.every((text) => {
    const readDates = best.map((order) => readDate(text, order));
    return readDates.every((day) => day === readDates[0]);
  });
  if (readsAlike && best.includes('ymd')) return 'ymd';
  const isAmbiguous =
    best.includes('dmy') &&
    best.includes('mdy') &&
    texts.some((text) => readsDifferently((order: DateOrder) => readDate(text, order), 'dmy', 'mdy'));
  return isAmbiguous ? 'both' : (best[0] ?? null);
}

/** Returns the majority value; null for a tie or no votes. */
function findMajority<T>(votes: readonly T[]): T | null {
  const counts = [...Map.groupBy(votes, (vote) => vote)].toSorted((a, b) => b[1].length - a[1].length);
  const [first, second] = counts;
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : null;
}
