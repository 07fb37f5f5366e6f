import { purchaseStatuses } from './purchase-status.ts';
import { z } from 'zod';
import { calendarDate, money, positiveQuantity, price, quantity, text } from '#platform/shapes/numbers.ts';

/** `GET /purchase-orders/approvals`: decisions since a time; default: the last 7 days. */
export const purchaseApprovalsQueryParams = z.object({ since: z.iso.datetime().optional() });

/** Prices per unit of the line's quantity, without tax. */
const pricing = {
  /** The agreed price, without a discount; default: the pack's current price. */
  price: price.optional(),
  /** The price before a discount, in place of `price`. */
  listPrice: price.optional(),
  /** The discount in percent, or as an amount off the whole line; null removes it. */
  discountPercent: quantity.nullable().optional(),
  discount: money.nullable().optional(),
};

export const createPurchaseLineInput = z.strictObject({
  itemId: z.string().min(1),
  /** A pack from the supplier: the line's quantity is in packs, unless `unit` is given. */
  packagingId: z.string().min(1).optional(),
  qty: positiveQuantity,
  /** Id or symbol; default: packs of `packagingId`, else the item's base unit. */
  unit: z.string().min(1).optional(),
  ...pricing,
  note: text().optional(),
});

/** Order header fields. */
const header = {
  /** Default: computed from the supplier's lead time. */
  expectedOn: calendarDate.nullable().optional(),
  /** Default: the supplier's freight, unless the goods reach its free-freight limit. */
  freight: money.optional(),
  notes: text(2000).optional(),
};

export const createPurchaseInput = z.strictObject({
  supplier: z.string().min(1),
  /** Optional for a user with one location. */
  place: z.string().min(1).optional(),
  ...header,
  items: z.array(createPurchaseLineInput).max(500, 'At most 500 lines'),
});
export type CreatePurchaseInput = z.output<typeof createPurchaseInput>;

/** `POST /purchase-orders/drafts`: one draft per supplier, all or none. */
export const purchaseDraftsInput = z.strictObject({
  place: z.string().min(1).optional(),
  orders: z
    .array(createPurchaseInput.omit({ place: true }))
    .min(1, 'At least 1')
    .max(50, 'At most 50'),
});
export type PurchaseDraftsInput = z.output<typeof purchaseDraftsInput>;

/**
 * Edits the line identified by `lineId`; without `lineId`, adds a line with `itemId` and `qty`. `remove`
 * deletes the line. On a sent order, `closed` with a `reason` closes the line short or reopens it.
 */
export const editPurchaseLineInput = z
  .strictObject({
    lineId: z.string().min(1).optional(),
    itemId: z.string().min(1).optional(),
    remove: z.literal(true).optional(),
    packagingId: z.string().min(1).optional(),
    qty: positiveQuantity.optional(),
    unit: z.string().min(1).optional(),
    ...pricing,
    note: text().optional(),
    closed: z.boolean().optional(),
    /** Reason code or text, with a note after a colon. */
    reason: text().optional(),
  })
  .refine((line) => line.lineId !== undefined || (line.itemId !== undefined && line.qty !== undefined), {
    error: 'Identify a line by lineId, or add one with itemId and qty',
    path: ['lineId'],
  })
  .refine((line) => line.lineId === undefined || line.itemId === undefined, {
    error: 'The item of a line can’t be changed. Remove the line and add another',
    path: ['itemId'],
  });
export type EditPurchaseLineInput = z.output<typeof editPurchaseLineInput>;

/** `PATCH /purchase-orders/{id}`: an edit or a status change, never both. */
export const patchPurchaseInput = z
  .strictObject({
    ...header,
    transitionReason: text().optional(),
    items: z.array(editPurchaseLineInput).max(500, 'At most 500 lines').optional(),
    status: z.enum(purchaseStatuses).optional(),
  })
  .refine((body) => body.status === undefined || Object.keys(body).length === 1, {
    error: 'A status change must contain only status. Save the other fields first',
    path: ['status'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchPurchaseInput = z.output<typeof patchPurchaseInput>;

/** `GET /purchase-orders/proposal?place=`: packs to buy to reach par at a location. */
export const purchaseProposalQueryParams = z.object({ place: z.string().min(1) });
