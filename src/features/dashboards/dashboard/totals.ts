import type { OrdersOfDay, WastageOfDay } from '#contract/figures.ts';

export interface Span {
  from: string;
  to: string;
}

function within<T extends { day: string }>(rows: readonly T[], { from, to }: Span): T[] {
  return rows.filter(({ day }) => day >= from && day <= to);
}

/** Lines shipped complete by lines ordered (DOMAIN 9), from 0 to 1; null while nothing was shipped. */
export function fillRateOf(rows: readonly OrdersOfDay[], span: Span): number | null {
  let [lines, complete] = [0, 0];
  for (const row of within(rows, span)) {
    lines += row.lines;
    complete += row.linesComplete;
  }
  return lines === 0 ? null : complete / lines;
}

export function ordersIn(rows: readonly OrdersOfDay[], span: Span): number {
  return within(rows, span).reduce((sum, { orders }) => sum + orders, 0);
}

/** Null where the cost of a day is not known. */
export function costIn(rows: readonly WastageOfDay[], span: Span): number | null {
  let sumE4 = 0;
  for (const { cost } of within(rows, span)) {
    if (cost === null) return null;
    sumE4 += cost * 1e4;
  }
  return Math.round(sumE4) / 1e4;
}

/** One number for each day, 0 where a day has no row. */
export function perDay<T extends { day: string }>(
  rows: readonly T[],
  days: readonly string[],
  read: (row: T) => number,
): number[] {
  const known = new Map(rows.map((row) => [row.day, read(row)]));
  return days.map((day) => known.get(day) ?? 0);
}
