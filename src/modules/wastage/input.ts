import { z } from 'zod';
import { instant, pieces, positiveQuantity, text } from '#platform/shapes/numbers.ts';

/** The part of a record in one lot, in the record's unit. */
const wastedLot = z.strictObject({ lot: z.string().trim().min(1).max(60), qty: positiveQuantity });

/** POST and PUT have the same fields. `note` is required for `other` and for reasons that ask for it. */
export const wastageInput = z
  .strictObject({
    /** Optional for a user with one branch. */
    branch: z.string().min(1).optional(),
    /** Time of the waste, not in the future; now by default. */
    dateTime: instant.optional(),
    item: z.string().min(1),
    qty: positiveQuantity,
    /** Id or symbol; default: the item's base unit. */
    unit: z.string().min(1).optional(),
    /** For an item counted in pieces; default: derived from the quantity. */
    pieces: pieces.optional(),
    /** Code of a wastage reason. */
    reason: z.string().min(1).max(40),
    note: text().optional(),
    lot: text(60).optional(),
    /** Several lots; any remaining quantity is taken in order of expiry. */
    lots: z.array(wastedLot).max(50).optional(),
    photo: text(200).optional(),
    /** A draft posts no stock movement until it is posted by PUT; default: Posted. */
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
