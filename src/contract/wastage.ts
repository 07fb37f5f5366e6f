import { wastageStatuses } from '#domain/stock/wastage.ts';
import { z } from 'zod';
import { wireObject } from './document-schemas.ts';
import { calendarDate, instant, pageQuery, pieces, positiveQuantity, text } from './numbers.ts';
import { wastageFields } from './wastage-fields.ts';

/** Part of a record that is of one lot, in its unit. */
const wastedLot = z.strictObject({ lot: z.string().trim().min(1).max(60), qty: positiveQuantity });

/** One waste record. */
export const wastage = wireObject(wastageFields, {}).extend({
  /** Only where it names several lots; one alone is `lot`. */
  lots: z.array(wastedLot).optional(),
});
export type Wastage = z.output<typeof wastage>;

/** POST and PUT carry the same fields. `reason: other`, and every reason that says so, asks for a note. */
export const wastageInput = z
  .strictObject({
    /** May be left out by a user with one branch. */
    branch: z.string().min(1).optional(),
    /** When it happened, not in the future; left out: now. */
    dateTime: instant.optional(),
    item: z.string().min(1),
    qty: positiveQuantity,
    /** Id or symbol; left out it is the item's base unit. */
    unit: z.string().min(1).optional(),
    /** Of an item that is counted in pieces; left out: what follows from the quantity. */
    pieces: pieces.optional(),
    /** The code of a reason for waste. */
    reason: z.string().min(1).max(40),
    note: text().optional(),
    lot: text(60).optional(),
    /** Several lots; what they leave open of the quantity is taken by expiry. */
    lots: z.array(wastedLot).max(50).optional(),
    photo: text(200).optional(),
    /** A draft touches no stock until it is posted by PUT; left out: Posted. */
    status: z.enum(['Draft', 'Posted']).optional(),
  })
  .refine((body) => body.reason !== 'other' || (body.note ?? null) !== null, {
    error: 'Describe what happened. “other” needs a note',
    path: ['note'],
  })
  .refine((body) => (body.lots ?? []).length === 0 || (body.lot ?? null) === null, {
    error: 'Enter either one lot or a list of lots, not both.',
    path: ['lot'],
  });
export type WastageInput = z.output<typeof wastageInput>;

export const wastageQuery = z.object({
  ...pageQuery(100),
  branch: z.string().optional(),
  item: z.string().optional(),
  reason: z.string().max(40).optional(),
  status: z.enum(wastageStatuses).optional(),
  /** First and last business day, both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z.enum(['dateTime', '-dateTime', 'number', '-number']).default('-dateTime'),
});
export type WastageQuery = z.output<typeof wastageQuery>;
