import type { ReportResponse } from '../shapes.ts';
import { share } from '#core/shares.ts';
import { toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import type { ReportCell } from '#platform/reports/shape-types.ts';
import type { RawCell } from './define.ts';

export type ReportRow = ReportResponse['rows'][number];

/** Scale of stored numbers by column type; text has none. */
const scales: Partial<Readonly<Record<ReportCell, number>>> = {
  number: 1,
  count: 1,
  quantity: 1e6,
  money: 1e4,
  price: 1e6,
  percent: 1e6,
};

/** Converts a number to the response format; null if unknown or too large for an exact number. */
export function toWireFigure(type: ReportCell, value: bigint | number | null): number | null {
  if (value === null) return null;
  const exact = typeof value === 'number' ? value : toExactOrNull(() => toSafeNumber(value));
  return exact === null ? null : exact / (scales[type] ?? 1);
}

/** Returns the total of a report without rows: zero, or null for a percentage. */
export const getEmptyTotal = ({ type }: { type: string }): bigint | null => (type === 'percent' ? null : 0n);

/**
 * Returns a percentage rounded to the hundredth, or unrounded if that would show zero; null if the whole is
 * zero.
 */
export function toPercentCell(part: bigint, whole: bigint): bigint | null {
  const result = share(part, whole);
  if (result === null) return null;
  const hundredths = Math.round(result * 10_000);
  return hundredths === 0 ? BigInt(Math.round(result * 1e8)) : BigInt(hundredths) * 10_000n;
}

/** Returns the percentage of a part within its whole; null also if the part is larger. */
export const toPercentWithin = (part: bigint, whole: bigint): bigint | null =>
  part > whole ? null : toPercentCell(part, whole);

/** Returns whether cells of a type are numbers. */
export const isNumericCell = (type: ReportCell): boolean => scales[type] !== undefined;

/** Converts a cell to the response format. PostgreSQL returns sums as text. */
export function toWireCell(type: ReportCell, value: RawCell | undefined): string | number | null {
  if (value === null || value === undefined) return null;
  if (!isNumericCell(type)) return typeof value === 'bigint' ? Number(value) : value;
  return toWireFigure(type, typeof value === 'string' ? BigInt(value) : value);
}
