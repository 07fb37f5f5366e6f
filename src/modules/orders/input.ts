import { substituteAnswers } from './lines.ts';
import { type FulfilmentQuantity, fulfilmentQuantities } from './line-quantities.ts';
import { maxCrates } from './shipping.ts';
import { orderListSpec } from './list.ts';
import { orderStatuses } from './status.ts';
import { z } from 'zod';
import { sortValues } from '#platform/documents/document-list.ts';
import { queryFlag } from '#platform/shapes/common.ts';
import {
  calendarDate,
  instant,
  pageQuery,
  pieces,
  positiveQuantity,
  quantity,
  temperature,
  text,
} from '#platform/shapes/numbers.ts';

export const orderTypes = ['Regular', 'Urgent', 'Schedule'] as const;

/** Part of a line's shipped quantity that belongs to one lot, in the line's unit. */
export const orderLotInput = z.strictObject({
  lot: z.string().trim().min(1).max(60),
  qty: positiveQuantity,
  expiry: calendarDate.optional(),
});

/**
 * Quantities received of one lot; the accepted quantity defaults to the rest. A lot that wasn't shipped
 * replaces one that was. Items without lot tracking have no lot code, so expiry identifies the lot.
 */
export const receivedLot = z
  .strictObject({
    lot: z.string().trim().min(1).max(60).optional(),
    expiry: calendarDate.optional(),
    receivedQty: quantity.optional(),
    damagedQty: quantity.optional(),
  })
  .refine(({ lot, expiry }) => lot !== undefined || expiry !== undefined, {
    error: 'Enter the lot or its use-by date.',
    path: ['lot'],
  });

function mapFulfilmentQuantities<Field>(field: Field): Record<FulfilmentQuantity, Field> {
  return Object.fromEntries(fulfilmentQuantities.map((name) => [name, field])) as Record<
    FulfilmentQuantity,
    Field
  >;
}

/** An ordered line. `unit` is an id or symbol; default: the item's order unit. */
export const createOrderLineInput = z.strictObject({
  itemId: z.string().min(1),
  orderQty: quantity,
  unit: z.string().min(1).optional(),
  note: text().optional(),
  /** The order guide's suggestion at submission, in the guide's unit; stored with the ordered quantity. */
  suggestedQty: quantity.optional(),
});

/**
 * Event that an order is for. Such an order has no cut-off, may contain items that the branch can't usually
 * order, and isn't part of its regular demand.
 */
const eventFields = {
  occasion: z.string().trim().min(1, 'Enter the name of the event').max(120).optional(),
  eventAt: instant
    .transform((moment) => new Date(moment).toISOString())
    .nullable()
    .optional(),
  guests: z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(100_000, 'At most 100,000')
    .nullable()
    .optional(),
};

export const createOrderInput = z
  .strictObject({
    deliveryDate: calendarDate,
    orderType: z.enum(orderTypes).optional(),
    ...eventFields,
    notes: text(2000).optional(),
    /** May be omitted by users with only one branch. */
    branch: z.string().min(1).optional(),
    items: z.array(createOrderLineInput).max(500, 'At most 500 lines'),
  })
  .refine(({ occasion, eventAt, guests }) => occasion !== undefined || !(eventAt || guests), {
    error: 'Enter the name of the event',
    path: ['occasion'],
  });
export type CreateOrderInput = z.output<typeof createOrderInput>;

/** Line quantities that an edit may set; null clears them. */
const fulfilmentQuantityFields = mapFulfilmentQuantities(quantity.nullable().optional());

/**
 * Edits one line, identified by `lineId`. Without `lineId`, adds a line with `itemId` and `orderQty`.
 * `remove` deletes the line. Null clears a value.
 */
export const editOrderLineInput = z
  .strictObject({
    lineId: z.string().min(1).optional(),
    itemId: z.string().min(1).optional(),
    remove: z.literal(true).optional(),
    orderQty: quantity.optional(),
    unit: z.string().min(1).optional(),
    /** The order guide's suggestion for an added line, in the guide's unit. */
    suggestedQty: quantity.optional(),
    ...fulfilmentQuantityFields,
    substituteFor: text(60).optional(),
    substituteAnswer: z.enum(substituteAnswers).nullable().optional(),
    /**
     * Reason code or name, with a note after a colon. Any other text is stored as the note of reason `other`.
     */
    reason: text().optional(),
    lots: z.array(orderLotInput).max(50).optional(),
    receivedLots: z.array(receivedLot).max(50).optional(),
    /** Number of pieces picked, for items counted in pieces; null to derive it from the quantity. */
    pieces: pieces.nullable().optional(),
    note: text().optional(),
    photo: text(200).optional(),
    temperature: temperature.nullable().optional(),
  })
  .refine((line) => line.lineId !== undefined || (line.itemId !== undefined && line.orderQty !== undefined), {
    error: 'Identify a line by lineId, or add one with itemId and orderQty',
    path: ['lineId'],
  })
  .refine((line) => line.lineId === undefined || line.itemId === undefined, {
    error: 'The item of a line can’t be changed. Remove the line and add another',
    path: ['itemId'],
  })
  .refine((line) => line.lineId === undefined || line.suggestedQty === undefined, {
    error: 'The suggested quantity is set when the line is added. Leave it out',
    path: ['suggestedQty'],
  });
export type EditOrderLineInput = z.output<typeof editOrderLineInput>;

/** Transport data of an order, entered while it is under process, for one order or a whole vehicle. */
export const orderTransport = {
  driver: text(120).optional(),
  vehicle: text(120).optional(),
  departsAt: instant
    .transform((moment) => new Date(moment).toISOString())
    .nullable()
    .optional(),
  crates: z
    .int('Enter a whole number')
    .min(1, 'At least 1')
    .max(maxCrates, `At most ${maxCrates}`)
    .nullable()
    .optional(),
};

const editFields = {
  deliveryDate: calendarDate.optional(),
  orderType: z.enum(orderTypes).optional(),
  ...eventFields,
  notes: text(2000).optional(),
  /** Reason for the next transition, in the same format as a line's `reason`; cleared by every transition. */
  transitionReason: text().optional(),
  /** Alternative name for `transitionReason`, used by some clients. */
  rejectReason: text().optional(),
  ...orderTransport,
  items: z.array(editOrderLineInput).max(500, 'At most 500 lines').optional(),
};

export const editOrderInput = z.strictObject(editFields);
export type EditOrderInput = z.output<typeof editOrderInput>;

/** A status change contains only `status`. */
export const statusInput = z.strictObject({ status: z.enum(orderStatuses) });
export type StatusInput = z.output<typeof statusInput>;

/** `PATCH /orders/{id}`: an edit or a status change, never both. */
export const patchOrderInput = z
  .strictObject({ ...editFields, status: z.enum(orderStatuses).optional() })
  .refine((body) => body.status === undefined || Object.keys(body).length === 1, {
    error: 'A status change must contain only status. Save the other fields first',
    path: ['status'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchOrderInput = z.output<typeof patchOrderInput>;

/**
 * `status` is a comma-separated list; `from` and `to` limit the delivery date; `after` is the `_id` of the
 * last row received.
 */
export const orderQueryParams = z.object({
  ...pageQuery(50),
  status: z.string().max(300).optional(),
  branch: z.string().optional(),
  kitchen: z.string().optional(),
  deliveryDate: calendarDate.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** Only orders that have reached the kitchen, whatever their status. */
  sentToKitchen: z.enum(['true']).optional(),
  orderType: z.enum(orderTypes).optional(),
  /** Whether the order was submitted after the cut-off. */
  isLate: queryFlag.optional(),
  /** Only orders shipped before this time. */
  shippedBefore: instant.optional(),
  sort: z.enum(sortValues(orderListSpec)).default('-createdAt'),
  after: z.string().max(60).optional(),
  view: z.enum(['summary', 'full']).default('summary'),
});
export type OrderQueryParams = z.output<typeof orderQueryParams>;

export const suggestionQueryParams = z.object({
  branch: z.string().optional(),
  deliveryDate: calendarDate.optional(),
});
