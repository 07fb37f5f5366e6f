import { z } from 'zod';

/** The most that one line may name, in any unit; keeps every conversion and product inside exact integers. */
const mostPerLine = 1_000_000;

/** True when a number is exact in `decimals` decimals, as a person would have typed it. */
function hasDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}

/** A quantity on the wire: a plain number from 0 to 1,000,000 with at most 6 decimals, in a stated unit. */
export const quantity = z
  .number()
  .min(0, 'Enter a quantity of 0 or more')
  .max(mostPerLine, 'At most 1,000,000')
  .refine((value) => hasDecimals(value, 6), 'At most 6 decimals');

/** A price per unit on the wire: from 0 to 1,000,000,000 with at most 6 decimals, in a stated currency. */
export const price = z
  .number()
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000')
  .refine((value) => hasDecimals(value, 6), 'At most 6 decimals');

/** An amount of money on the wire: from 0 to 1,000,000,000 with at most 4 decimals. */
export const money = z
  .number()
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000')
  .refine((value) => hasDecimals(value, 4), 'At most 4 decimals');

/** Whole pieces, from 0. */
export const pieces = z
  .int('Enter a whole number')
  .min(0, '0 or more')
  .max(1_000_000_000, 'At most 1,000,000,000');

/** Degrees Celsius, with one decimal at most. */
export const temperature = z
  .number()
  .refine(
    (value) => value >= -100 && value <= 200 && hasDecimals(value, 1),
    'Enter a temperature from -100 to 200 °C with at most one decimal',
  );

/** A quantity that is more than nothing. */
export const positiveQuantity = quantity.refine((value) => value > 0, 'More than 0');

/** A calendar date, `YYYY-MM-DD`. */
export const calendarDate = z.iso.date('Enter a date like 2026-11-21');

/** A moment in UTC, ISO 8601 with milliseconds. */
export const instant = z.iso.datetime({ offset: true, error: 'Enter a time like 2026-11-21T03:41:05.123Z' });

/** Free text of people: trimmed; empty reads as null. */
export function text(most = 500) {
  return z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .transform((value) => (value === '' ? null : value))
    .nullable();
}

/** How many rows are wanted: beyond `most` that many are answered, and the client pages on. */
export const cappedLimit = (most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((value) => Math.min(value, most));

/** `limit` (default, hard cap 500), `page` from 1, `q` for the search, `sort` as `field` or `-field`. */
export function pageQuery(defaultLimit: number) {
  return {
    limit: cappedLimit(500).default(defaultLimit),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    q: z.string().trim().max(200).optional(),
    sort: z.string().max(40).optional(),
  };
}
