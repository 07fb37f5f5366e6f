import { foldText } from './text.ts';
import { toUtcDay } from './day.ts';
import type { DateOrder } from './file-format.ts';
import { findMonth } from './month-names.ts';

/** Maximum text length, longer than any date with a time. */
const maxLength = 100;

const partOrders: Readonly<Record<DateOrder, readonly [number, number, number]>> = {
  ymd: [0, 1, 2],
  yymd: [0, 1, 2],
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
};

/** Removes a trailing percent sign. */
export const stripPercent = (text: string): string =>
  /[%٪]$/.test(text) ? text.slice(0, -1).trimEnd() : text;

/** Splits a text at the first match of `separator`, trimmed; null if either side is empty. */
export function splitAtFirst(text: string, separator: RegExp): [string, string] | null {
  const index = text.search(separator);
  const sides = [text.slice(0, Math.max(0, index)).trim(), text.slice(index + 1).trim()] as const;
  return index < 0 || sides.includes('') ? null : [...sides];
}

/** Words within or after dates: `3rd`, `1er`, `3 de marzo`, `2026 r.`, `2026 г.` */
const fillerWords: ReadonlySet<string> = new Set(
  ['st', 'nd', 'rd', 'th', 'er', 'of', 'de', 'del', 'r', 'roku', 'г', 'года'].map(foldText),
);

/**
 * Parses a date with a month name: `3 Mar 2026`, `Mar 3, 2026`, `03-MAR-26`. The order matters only for
 * two-digit years.
 */
function readNamedMonth(folded: string, order: DateOrder): string | null {
  const words = (folded.match(/\d[\d:]*|\p{L}+/gu) ?? []).filter((word) => !fillerWords.has(word));
  const [first = '', second = '', third = '', time] = words;
  if (time !== undefined && !/^\d{1,2}:\d/.test(time)) return null;
  const isMonthFirst = findMonth(first) !== undefined;
  const month = findMonth(isMonthFirst ? first : second);
  const numbers = isMonthFirst ? [second, third] : [first, third];
  if (month === undefined || !numbers.every((number) => /^\d{1,4}$/.test(number))) return null;
  const [a = '', b = ''] = numbers;
  const isYearFirst = !isMonthFirst && (a.length === 4 || (order === 'yymd' && b.length <= 2));
  return toDay([month, ...numbers.map(Number)], isYearFirst ? [1, 0, 2] : [2, 0, 1]);
}

/**
 * Parses a calendar date to `YYYY-MM-DD`, ignoring a time after it. Two-digit years are in 2000 or later; in
 * `ymd` they are expected first only if no other order results in a valid day. Returns null for invalid
 * dates.
 */
export function readDate(text: string, order: DateOrder): string | null {
  if (text.length > maxLength) return null;
  const folded = foldText(text);
  const match = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[t\s].*)?$/.exec(folded);
  if (!match) return readNamedMonth(folded, order);
  const parts = match.slice(1, 4).map(Number);
  if ((match[1] ?? '').length === 4) return toDay(parts, partOrders.ymd);
  const isYearLast =
    order === 'ymd' && [partOrders.dmy, partOrders.mdy].some((pattern) => toDay(parts, pattern) !== null);
  return isYearLast ? null : toDay(parts, partOrders[order]);
}

function toDay(parts: readonly number[], order: readonly number[]): string | null {
  const [year = 0, month = 0, day = 0] = order.map((index) => parts[index] ?? 0);
  const fullYear = year < 100 ? year + 2000 : year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && fullYear >= 1000 ? toUtcDay(date) : null;
}
