import { foldText } from '#domain/text.ts';
import type { DateOrder } from './format.ts';

/** Longer than any date with its time. */
const mostCharacters = 100;

const orders: Readonly<Record<DateOrder, readonly [number, number, number]>> = {
  ymd: [0, 1, 2],
  yymd: [0, 1, 2],
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
};

/** Text without the percent sign at its end. */
export const withoutPercent = (text: string): string =>
  /[%٪]$/.test(text) ? text.slice(0, -1).trimEnd() : text;

/**
 * What stands before and behind the first of these signs, without the space around it; null where either is empty.
 * `signs` finds one sign.
 */
export function splitAtFirst(text: string, signs: RegExp): [string, string] | null {
  const at = text.search(signs);
  const sides = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()] as const;
  return at < 0 || sides.includes('') ? null : [...sides];
}

/**
 * A calendar date as `YYYY-MM-DD`; a time behind it is ignored. A year of two digits is 2000 or later, and comes first
 * in `ymd` only where neither other order gives a day. Null for what is no day of the calendar.
 */
export function readDate(text: string, order: DateOrder): string | null {
  if (text.length > mostCharacters) return null;
  const match = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T\s].*)?$/.exec(foldText(text).toUpperCase());
  if (!match) return null;
  const parts = match.slice(1, 4).map(Number);
  if ((match[1] ?? '').length === 4) return dayIn(parts, orders.ymd);
  const isYearLast = order === 'ymd' && [orders.dmy, orders.mdy].some((each) => dayIn(parts, each) !== null);
  return isYearLast ? null : dayIn(parts, orders[order]);
}

function dayIn(parts: readonly number[], order: readonly number[]): string | null {
  const [year = 0, month = 0, day = 0] = order.map((at) => parts[at] ?? 0);
  const full = year < 100 ? year + 2000 : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && full >= 1000 ? date.toISOString().slice(0, 10) : null;
}
