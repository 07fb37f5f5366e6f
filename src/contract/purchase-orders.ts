import { billedStatuses, purchaseStatuses } from '#domain/purchasing/purchase-status.ts';
import { z } from 'zod';
import { suggestionBasis } from './demand.ts';
import { allowedMove, historyEntry, wireObject } from './document-schemas.ts';
import { calendarDate, money, pageQuery, positiveQuantity, price, text } from './numbers.ts';
import { purchaseLineFields, purchaseOrderFields } from './purchase-order-fields.ts';

/** One line of a purchase order. */
export const purchaseLine = wireObject(purchaseLineFields, {});
export type PurchaseLine = z.output<typeof purchaseLine>;

/** One purchase order as lists show it, without its lines. */
export const purchaseSummary = wireObject(purchaseOrderFields, {});
export type PurchaseSummary = z.output<typeof purchaseSummary>;

export const purchaseOrder = purchaseSummary.extend({
  /** Who can approve it, by name; empty where nobody has to, and where anybody of head office can. */
  approverNames: z.array(z.string()),
  items: z.array(purchaseLine),
  statusHistory: z.array(historyEntry),
  allowedMoves: z.array(allowedMove),
});
export type PurchaseOrder = z.output<typeof purchaseOrder>;

/** `GET /purchase-orders/approvals`: decisions since a moment; left out, of the last 7 days. */
export const purchaseApprovalsQuery = z.object({ since: z.iso.datetime().optional() });

const approvalRow = z.object({
  _id: z.string(),
  number: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
});

export const purchaseApprovals = z.object({
  /** Wait for the caller, oldest first; `total` is in `currency`, null for that of the business. */
  waiting: z.array(
    approvalRow.extend({
      placeName: z.string(),
      placeNameAlt: z.string().nullable(),
      userName: z.string(),
      currency: z.string().nullable(),
      total: z.number(),
      since: z.string(),
    }),
  ),
  /** Orders of the caller that somebody else approved or sent back, newest first. */
  decided: z.array(
    approvalRow.extend({
      isApproved: z.boolean(),
      byName: z.string(),
      at: z.string(),
      note: z.string().nullable(),
    }),
  ),
});
export type PurchaseApprovals = z.output<typeof purchaseApprovals>;

export const createPurchaseLineInput = z.strictObject({
  itemId: z.string().min(1),
  /** A pack of the supplier: then the line counts packs, unless `unit` says what it counts. */
  packagingId: z.string().min(1).optional(),
  qty: positiveQuantity,
  /** Id or symbol; left out, packs of `packagingId`, else the item's base unit. */
  unit: z.string().min(1).optional(),
  /** Of one of what the line counts, without tax; left out, what the pack costs today. */
  price: price.optional(),
  note: text().optional(),
});

/** What an order says besides its lines. */
const head = {
  /** Left out, after the days that its supplier takes. */
  expectedOn: calendarDate.nullable().optional(),
  freight: money.optional(),
  notes: text(2000).optional(),
};

export const createPurchaseInput = z.strictObject({
  supplier: z.string().min(1),
  /** May be left out by a user with one place. */
  place: z.string().min(1).optional(),
  ...head,
  items: z.array(createPurchaseLineInput).max(500, 'At most 500 lines'),
});
export type CreatePurchaseInput = z.output<typeof createPurchaseInput>;

/** `POST /purchase-orders/drafts`: one draft for each supplier, all of them or none. */
export const purchaseDraftsInput = z.strictObject({
  place: z.string().min(1).optional(),
  orders: z
    .array(createPurchaseInput.omit({ place: true }))
    .min(1, 'At least 1')
    .max(50, 'At most 50'),
});
export type PurchaseDraftsInput = z.output<typeof purchaseDraftsInput>;

/**
 * A change of one line: `lineId` names it; without, `itemId` and `qty` add one; `remove` drops it. Once it is sent `closed`
 * says, with its `reason`, that the rest is not waited for, and takes that back.
 */
export const editPurchaseLineInput = z
  .strictObject({
    lineId: z.string().min(1).optional(),
    itemId: z.string().min(1).optional(),
    remove: z.literal(true).optional(),
    packagingId: z.string().min(1).optional(),
    qty: positiveQuantity.optional(),
    unit: z.string().min(1).optional(),
    price: price.optional(),
    note: text().optional(),
    closed: z.boolean().optional(),
    /** The code or the words of a reason, a note after a colon. */
    reason: text().optional(),
  })
  .refine((line) => line.lineId !== undefined || (line.itemId !== undefined && line.qty !== undefined), {
    error: 'Name a line by lineId, or add one with itemId and qty',
    path: ['lineId'],
  })
  .refine((line) => line.lineId === undefined || line.itemId === undefined, {
    error: 'The item of a line can’t be changed. Remove the line and add another',
    path: ['itemId'],
  });
export type EditPurchaseLineInput = z.output<typeof editPurchaseLineInput>;

/** `PATCH /purchase-orders/{id}`: an edit or a change of status, never both. */
export const patchPurchaseInput = z
  .strictObject({
    ...head,
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

/**
 * What is known of an order's delivery: that something of it has come or its day is over (`due`), of these a day on which it was expected
 * (`dated`), or that something of it has come.
 */
export const purchaseDeliveries = ['due', 'dated', 'came'] as const;
export type PurchaseDelivery = (typeof purchaseDeliveries)[number];

export const purchaseQuery = z.object({
  ...pageQuery(100),
  status: z.enum(purchaseStatuses).optional(),
  receivedStatus: z.string().optional(),
  billedByQuantity: z.enum(billedStatuses).optional(),
  billedByAmount: z.enum(billedStatuses).optional(),
  supplier: z.string().optional(),
  place: z.string().optional(),
  /**
   * Orders that were sent and expected within these days (both inclusive), or came within them where no day was said: those that are
   * `due` are the ones by which suppliers are scored.
   */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  delivery: z.enum(purchaseDeliveries).optional(),
  sort: z
    .enum(['createdAt', '-createdAt', 'number', '-number', 'expectedOn', '-expectedOn', 'total', '-total'])
    .default('-createdAt'),
});

/** `GET /purchase-orders/proposal?place=`: what brings a place back to par, by the packs that it would be bought in. */
export const purchaseProposalQuery = z.object({ place: z.string().min(1) });

export const purchaseProposal = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  supplier: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
  /** In which money its prices are; null for that of the business. */
  currency: z.string().nullable(),
  /** What the supplier delivers at least, in all; null where nothing is said. */
  minOrderValue: z.number().nullable(),
  packagingId: z.string(),
  packName: z.string(),
  orderMultiple: z.number().nullable(),
  /** Of one pack; null where nobody has said one. */
  price: z.number().nullable(),
  /** How many packs, beyond what drafts would buy already: none where they cover it. */
  qty: z.number(),
  /** What drafts and orders that wait for approval would buy, in base units, and their numbers. */
  drafted: z.number(),
  draftNumbers: z.array(z.string()),
  /**
   * Why, in base units: what is on hand, can be used and is promised to nobody (null while it is counted blind), what is coming, the par
   * where one is set, and what both should come to (`aim`): the par, or what the week after the delivery is expected to want.
   */
  available: z.number().nullable(),
  coming: z.number(),
  /** Of both, what will be used before the purchase comes; 0 where the par is the rule. */
  usedUntil: z.number(),
  par: z.number().nullable(),
  aim: z.number(),
  ...suggestionBasis,
  baseSymbol: z.string(),
});
export type PurchaseProposal = z.output<typeof purchaseProposal>;
