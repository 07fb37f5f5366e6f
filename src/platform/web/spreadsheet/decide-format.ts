import type { DateOrder, ImportFormat } from '#core/file-format.ts';
import { readDate, stripPercent } from '#core/read-scalars.ts';
import { type DecimalMark, decimalOfColumn, readNumber } from '#core/number-text.ts';
import { numberStyle } from '#platform/web/i18n/number-style.ts';

/** The texts of a column that holds numbers or dates. */
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
  decimal: DecimalMark;
  dates: DateOrder;
}

/** A column that two formats read, with different results. */
export interface OpenColumn {
  /** A cell that demonstrates it. */
  example: string;
  /** Neither the separator nor another column decides it, so the user has to. */
  isUnsure: boolean;
}

export interface DecidedFormats {
  /** Format of the file as a whole. */
  file: ImportFormat;
  columns: Readonly<Record<string, ImportFormat>>;
  open: Readonly<Record<string, OpenColumn>>;
}

/** Returns the device's number and date style for a file with this separator. */
export function getDeviceFormatHints(delimiter: string | null): FormatHints {
  const decimal = numberStyle().decimal === ',' ? 'comma' : 'point';
  const parts = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'short' }).formatToParts(0);
  const first = parts.find(({ type }) => type === 'day' || type === 'month');
  return { delimiter, decimal, dates: first?.type === 'month' && decimal === 'point' ? 'mdy' : 'dmy' };
}

/**
 * Determines the number and date format of each column: from its cells, else from the other columns, the
 * file's separator, or the device.
 */
export function decideFormats(all: readonly ColumnTexts[], hints: FormatHints): DecidedFormats {
  const columns = all.map((column) => ({ ...column, texts: [...new Set(column.texts)] }));
  const numbers = columns
    .filter(({ kind }) => kind === 'number')
    .map((column) => ({ ...column, own: decimalOfColumn(column.texts.map(stripPercent)) }));
  const dates = columns
    .filter(({ kind }) => kind === 'date')
    .map((column) => ({ ...column, own: orderOfColumn(column.texts) }));

  const bySeparator = hints.delimiter === ';' ? 'comma' : null;
  const decimalOfFile =
    mostOf(numbers.flatMap(({ own }) => (own && own !== 'both' ? [own] : []))) ?? bySeparator;
  const datesOfFile = mostOf(
    dates.flatMap(({ own }) => (own && own !== 'both' && own !== 'ymd' ? [own] : [])),
  );
  const file: ImportFormat = {
    decimal: decimalOfFile ?? hints.decimal,
    dates: datesOfFile ?? (dates.some(({ own }) => own === 'both') ? hints.dates : 'ymd'),
  };
  const decided: Record<string, ImportFormat> = {};
  const open: Record<string, OpenColumn> = {};
  for (const { key, own, texts } of numbers) {
    decided[key] = { ...file, decimal: own === null || own === 'both' ? file.decimal : own };
    const example = texts.find((text) =>
      differs((mark: DecimalMark) => readNumber(stripPercent(text), mark), 'point', 'comma'),
    );
    if (own === 'both' && example !== undefined) open[key] = { example, isUnsure: decimalOfFile === null };
  }
  for (const { key, own, texts } of dates) {
    decided[key] = { ...file, dates: own === 'both' ? (datesOfFile ?? hints.dates) : (own ?? file.dates) };
    const example = texts.find((text) => differs((order: DateOrder) => readDate(text, order), 'dmy', 'mdy'));
    if (own === 'both' && example !== undefined) open[key] = { example, isUnsure: datesOfFile === null };
  }
  return { file, columns: decided, open };
}

function differs<T>(read: (format: T) => unknown, one: T, other: T): boolean {
  const [a, b] = [read(one), read(other)];
  return a !== null && b !== null && a !== b;
}

/**
 * Returns the order that parses most dates; two-digit years count as first only if no other order parses as
 * many.
 */
function orderOfColumn(texts: readonly string[]): DateOrder | 'both' | null {
  const counted = (['dmy', 'mdy', 'ymd', 'yymd'] as const).map((order) => ({
    order,
    count: texts.filter((text) => readDate(text, order) !== null).length,
  }));
  const maxCount = Math.max(...counted.map(({ count }) => count));
  if (maxCount === 0) return null;
  const best = counted.filter(({ count }) => count === maxCount).map(({ order }) => order);
  const isAlike = texts.every((text) => {
    const read = best.map((order) => readDate(text, order));
    return read.every((day) => day === read[0]);
  });
  if (isAlike && best.includes('ymd')) return 'ymd';
  const isBoth =
    best.includes('dmy') &&
    best.includes('mdy') &&
    texts.some((text) => differs((order: DateOrder) => readDate(text, order), 'dmy', 'mdy'));
  return isBoth ? 'both' : (best[0] ?? null);
}

/** Returns the majority value; null for a tie or no votes. */
function mostOf<T>(votes: readonly T[]): T | null {
  const counted = [...Map.groupBy(votes, (vote) => vote)].toSorted((a, b) => b[1].length - a[1].length);
  const [first, second] = counted;
  return first && first[1].length > (second?.[1].length ?? 0) ? first[0] : null;
}
