import { chargeSpreads } from './landed-cost.ts';
import { receiptStatuses } from './receipt-lines.ts';
import { z } from 'zod';
import {
  calendarDate,
  instant,
  money,
  pieces,
  price,
  quantity,
  temperature,
  text,
} from '#platform/shapes/numbers.ts';

export const createReceiptLineInput = z.strictObject({
  /** The purchase order line that it fulfils. */
  poLineId: z.string().min(1).optional(),
  /** Default: the item of the purchase line; a different item is a substitute. */
  itemId: z.string().min(1).optional(),
  packagingId: z.string().min(1).optional(),
  /**
   * Unit id or symbol. Default: the unit of the purchase line, otherwise packs of `packagingId`, otherwise
   * the item's base unit.
   */
  unit: z.string().min(1).optional(),
  /** Accepted quantity; omit lines without any accepted, rejected or free quantity. */
  qty: quantity,
  rejectedQty: quantity.optional(),
  freeQty: quantity.optional(),
  /**
   * For a substitute in different units: quantity of the purchase line that it fulfils, in that line's unit.
   */
  coversQty: quantity.optional(),
  /** Default: the agreed price of the purchase line, otherwise the pack's current price. */
  price: price.optional(),
  lot: text(60).optional(),
  expiry: calendarDate.optional(),
  temperature: temperature.optional(),
  pieces: pieces.optional(),
  /**
   * Reason for rejected, over-delivered, too warm or expired goods: a code or text, with a note after a
   * colon.
   */
  reason: text().optional(),
  reasonCode: text(40).optional(),
  note: text().optional(),
  /** Whether a photo will be attached to the receipt. */
  photo: z.boolean().optional(),
});
export type CreateReceiptLineInput = z.output<typeof createReceiptLineInput>;

export const createReceiptInput = z.strictObject({
  purchaseOrder: z.string().min(1).optional(),
  /** Default for supplier and location: those of the purchase order. */
  supplier: z.string().min(1).optional(),
  place: z.string().min(1).optional(),
  /** When the goods arrived; default: now. */
  receivedAt: instant.optional(),
  supplierRef: text(120).optional(),
  freight: money.optional(),
  charges: money.optional(),
  spreadBy: z.enum(chargeSpreads).default('value'),
  notes: text(2000).optional(),
  items: z.array(createReceiptLineInput).min(1, 'At least 1').max(500, 'At most 500 lines'),
});
export type CreateReceiptInput = z.output<typeof createReceiptInput>;

/**
 * `PATCH /goods-receipts/{id}`: changes additional information, or with `{ status: 'Reversed' }` reverses the
 * receipt or the given lines.
 */
export const patchReceiptInput = z
  .strictObject({
    notes: text(2000).optional(),
    supplierRef: text(120).optional(),
    transitionReason: text().optional(),
    status: z.enum(receiptStatuses).optional(),
    /** With `status`: reverses only these lines. */
    lines: z.array(z.string().min(1)).min(1, 'At least 1').max(500, 'At most 500 lines').optional(),
  })
  .refine((body) => body.lines === undefined || body.status !== undefined, {
    error: 'Lines can only be listed together with a status that reverses them.',
    path: ['lines'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchReceiptInput = z.output<typeof patchReceiptInput>;

/** `GET /goods-receipts/prices`: last receipt prices of items at the locations visible to the caller. */
export const receiptPricesQueryParams = z.object({
  /** Item ids separated by commas, at most 200. */
  items: z.string().max(20_000),
});

/**
 * `GET /goods-receipts/effect`: recipe costs if the item's cost per base unit were `unitCost`, in the base
 * currency.
 */
export const priceEffectQueryParams = z.object({
  itemId: z.string().min(1),
  unitCost: z.coerce.number().min(0).max(1_000_000_000),
});

/** `GET /goods-receipts/requirements`: data required when receiving items, and the tolerances of a supplier. */
export const receiptRequirementsQueryParams = z.object({
  /** Item ids separated by commas, at most 200. */
  items: z.string().max(20_000),
  supplier: z.string().optional(),
});
