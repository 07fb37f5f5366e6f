import { foldText } from '#domain/text.ts';
import type { ImportFormat } from './format.ts';

/** Longer than any date with its time. */
const mostCharacters = 100;

const orders: Readonly<Record<ImportFormat['dates'], readonly [number, number, number]>> = {
  ymd: [0, 1, 2],
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

/** A calendar date as `YYYY-MM-DD`; a time behind it is passed over. Null for what is no day of the calendar. */
export function readDate(text: string, order: ImportFormat['dates']): string | null {
  if (text.length > mostCharacters) return null;
  const match = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T\s].*)?$/.exec(foldText(text).toUpperCase());
  if (!match) return null;
  const parts = match.slice(1, 4).map(Number);
  const [year, month, day] = ((match[1] ?? '').length === 4 ? orders.ymd : orders[order]).map(
    (at) => parts[at] ?? 0,
  );
  const full = (year ?? 0) < 100 ? (year ?? 0) + 2000 : (year ?? 0);
  const date = new Date(Date.UTC(full, (month ?? 0) - 1, day ?? 0));
  const isDay = date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day;
  return isDay && full >= 1000 ? date.toISOString().slice(0, 10) : null;
}
