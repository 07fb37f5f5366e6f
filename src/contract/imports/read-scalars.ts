import { foldText } from '#domain/text.ts';
import type { ImportFormat } from './wire.ts';

/** A number in words of people: spaces and thousands signs are passed over, Arabic digits read. Null for anything else. */
export function readNumber(text: string, decimal: ImportFormat['decimal']): number | null {
  const folded = foldText(text)
    .replaceAll('٫', '.')
    .replace(/[\s\u00a0\u202f٬']/g, '');
  const [mark, thousands] = decimal === 'point' ? ['.', ','] : [',', '.'];
  const grouped = new RegExp(`^[+-]?\\d{1,3}(\\${thousands}\\d{3})+(\\${mark}\\d+)?$`);
  const plain = grouped.test(folded) ? folded.replaceAll(thousands, '') : folded;
  if (!new RegExp(`^[+-]?(\\d+\\${mark}?\\d*|\\${mark}\\d+)$`).test(plain)) return null;
  const value = Number(plain.replace(mark, '.'));
  return Number.isFinite(value) ? value : null;
}

const orders: Readonly<Record<ImportFormat['dates'], readonly [number, number, number]>> = {
  ymd: [0, 1, 2],
  dmy: [2, 1, 0],
  mdy: [2, 0, 1],
};

/** A calendar date as `YYYY-MM-DD`; a time behind it is passed over. Null for what is no day of the calendar. */
export function readDate(text: string, order: ImportFormat['dates']): string | null {
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
