import { priceRules, transferKinds, transferStatuses } from './kinds.ts';
import { z } from 'zod';
import { pieces, positiveQuantity, quantity, text } from '#platform/shapes/numbers.ts';
import { orderLotInput, receivedLot } from '#modules/orders/input.ts';

/** Line fields that can be set before sending. */
const draftLineFields = {
  /** Id or symbol; default: the item's base unit. */
  unit: z.string().min(1).optional(),
  /** A lot of the sender; chosen by FEFO on sending by default. */
  lot: text(60).optional(),
  /** For a return: a reason, which determines the destination. */
  reasonCode: text(40).optional(),
  reasonNote: text().optional(),
  /**
   * For a return: the order or transfer line that delivered it; by default the newest one with enough left.
   */
  returnOf: text(60).optional(),
  note: text().optional(),
};

export const createTransferLineInput = z.strictObject({
  itemId: z.string().min(1),
  qty: positiveQuantity,
  ...draftLineFields,
});

export const createTransferInput = z.strictObject({
  kind: z.enum(transferKinds).default('transfer'),
  /**
   * Optional for a user with one location. If it isn't the user's own location, the transfer is a request.
   */
  from: z.string().min(1).optional(),
  to: z.string().min(1),
  notes: text(2000).optional(),
  items: z.array(createTransferLineInput).max(500, 'At most 500 lines'),
});
export type CreateTransferInput = z.output<typeof createTransferInput>;

/**
 * Edits one line: `lineId` identifies it; without it, `itemId` and `qty` add a line; `remove` deletes it.
 * Before sending, either side can set what to transfer; the sender sets `shippedQty`, `lots` and `pieces`,
 * the receiver sets what arrived. Null clears a value.
 */
export const editTransferLineInput = z
  .strictObject({
    lineId: z.string().min(1).optional(),
    itemId: z.string().min(1).optional(),
    remove: z.literal(true).optional(),
    qty: positiveQuantity.optional(),
    ...draftLineFields,
    shippedQty: quantity.nullable().optional(),
    lots: z.array(orderLotInput).max(50).optional(),
    pieces: pieces.nullable().optional(),
    receivedQty: quantity.nullable().optional(),
    damagedQty: quantity.nullable().optional(),
    /** Default: the quantity that arrived beyond what was sent. */
    overQty: quantity.nullable().optional(),
    receivedLots: z.array(receivedLot).max(50).optional(),
    /** Reason for a deviation: a code or text, with a note after a colon. */
    receivedReason: text().optional(),
    photo: text(200).optional(),
  })
  .refine((line) => line.lineId !== undefined || (line.itemId !== undefined && line.qty !== undefined), {
    error: 'Identify a line by lineId, or add one with itemId and qty',
    path: ['lineId'],
  })
  .refine((line) => line.lineId === undefined || line.itemId === undefined, {
    error: 'The item of a line can’t be changed. Remove the line and add another',
    path: ['itemId'],
  });
export type EditTransferLineInput = z.output<typeof editTransferLineInput>;

const money = z.number().min(0, '0 or more').max(1_000_000_000, 'At most 1,000,000,000');

/** `PATCH /transfers/{id}`: an edit or a status change, never both. */
export const patchTransferInput = z
  .strictObject({
    notes: text(2000).optional(),
    driver: text(120).optional(),
    vehicle: text(120).optional(),
    /** For a return to the supplier, set by the sender. */
    creditExpected: money.nullable().optional(),
    creditReceived: money.nullable().optional(),
    creditNote: text(120).optional(),
    items: z.array(editTransferLineInput).max(500, 'At most 500 lines').optional(),
    status: z.enum(transferStatuses).optional(),
  })
  .refine((body) => body.status === undefined || Object.keys(body).length === 1, {
    error: 'A status change must contain only status. Save the other fields first',
    path: ['status'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchTransferInput = z.output<typeof patchTransferInput>;

/** Goods at a location that can still be returned, by line, most recently received first. */
export const returnableQueryParams = z.object({
  from: z.string().min(1),
  to: z.string().min(1),
  itemId: z.string().optional(),
});

/** Transfer price rule of a branch, or of the branches in a category. */
const transferPriceInput = z.strictObject({
  /** Id of a branch or branch category; the branch's own rule takes precedence. */
  _id: z.string().min(1),
  rule: z.enum(priceRules),
  /** With `cost_plus`. */
  percent: z
    .number()
    .min(0, '0 or more')
    .max(1000, 'At most 1000')
    .refine((value) => Number(value.toFixed(6)) === value, 'At most 6 decimals')
    .nullable(),
  /** Whether the branch is a franchise, which never sees the sender's costs. */
  isFranchise: z.boolean(),
});
/** Replaces all rules; locations without one are charged at cost. */
export const transferPricesInput = z.array(transferPriceInput).max(2000);
