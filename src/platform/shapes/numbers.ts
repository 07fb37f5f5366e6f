import { z } from 'zod';

/** Maximum quantity per line in any unit; keeps conversions and products within exact integers. */
const maxPerLine = 1_000_000;

/** Returns whether a number has at most `decimals` decimals. */
function hasAtMostDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}

/** A quantity on the wire: 0 to 1,000,000 with at most 6 decimals, in a stated unit. */
export const quantity = z
  .number()
  .min(0, 'Enter a quantity of 0 or more')
  .max(maxPerLine, 'At most 1,000,000')
  .refine((value) => hasAtMostDecimals(value, 6), 'At most 6 decimals');

/** A price per unit on the wire: 0 to 1,000,000,000 with at most 6 decimals, in a stated currency. */
export const price = z
  .number()
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000')
  .refine((value) => hasAtMostDecimals(value, 6), 'At most 6 decimals');

/** An amount on the wire: 0 to 1,000,000,000 with at most 4 decimals. */
export const money = z
  .number()
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000')
  .refine((value) => hasAtMostDecimals(value, 4), 'At most 4 decimals');

/** A piece count: an integer, 0 or more. */
export const pieces = z
  .int('Enter a whole number')
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000');

/** Degrees Celsius with at most one decimal. */
export const temperature = z
  .number()
  .refine(
    (value) => value >= -100 && value <= 200 && hasAtMostDecimals(value, 1),
    'Enter a temperature from -100 to 200 °C with at most one decimal',
  );

/** A quantity above 0. */
export const positiveQuantity = quantity.refine((value) => value > 0, 'Must be more than 0');

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date('Enter a date like 2026-11-21');

/** A moment in UTC, ISO 8601 with milliseconds. */
export const instant = z.iso.datetime({ offset: true, error: 'Enter a time like 2026-11-21T03:41:05.123Z' });

/** Free text: trimmed; empty text becomes null. */
export function text(max = 500) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .transform((value) => (value === '' ? null : value))
    .nullable();
}

/** A row limit, silently capped at `max`; clients can load more pages. */
export const cappedLimit = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((value) => Math.min(value, max));

/**
 * `limit` (with this default, at most 500), `page` from 1, `q` for the search, `sort` as `field` or `-field`.
 */
export function pageQuery(defaultLimit: number) {
  return {
    limit: cappedLimit(500).default(defaultLimit),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    q: z.string().trim().max(200).optional(),
    sort: z.string().max(40).optional(),
  };
}
