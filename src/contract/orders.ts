import { substituteAnswers } from '#domain/orders/lines.ts';
import { type LaterQuantity, laterQuantities } from '#domain/orders/line-quantities.ts';
import { maxCrates } from '#domain/orders/shipping.ts';
import { orderStatuses } from '#domain/orders/status.ts';
import { z } from 'zod';
import { queryFlag } from './common.ts';
import { allowedMove, historyEntry, reasonCode, wireObject } from './document-schemas.ts';
import {
  calendarDate,
  instant,
  pageQuery,
  pieces,
  positiveQuantity,
  quantity,
  temperature,
  text,
} from './numbers.ts';
import { suggestionBasis } from './demand.ts';
import { orderFields, orderLineFields } from './order-fields.ts';

export const orderTypes = ['Regular', 'Urgent', 'Schedule'] as const;

/** Part of a line's shipped quantity that comes from one lot, in the line's unit. */
export const orderLot = z.strictObject({
  lot: z.string().trim().min(1).max(60),
  qty: positiveQuantity,
  expiry: calendarDate.optional(),
});
export type OrderLot = z.output<typeof orderLot>;

/** A lot that was shipped, and what the branch says of it where it does: in the line's unit. */
export const shippedLot = orderLot.extend({
  receivedQty: z.number().optional(),
  damagedQty: z.number().optional(),
});

/**
 * What a branch says of one lot of a line that arrived; accepted is the rest of it where it is left out. A lot that was not
 * shipped came instead of one that was. Without a code, of items whose lots are not tracked, the day tells them apart.
 */
export const receivedLot = z
  .strictObject({
    lot: z.string().trim().min(1).max(60).optional(),
    expiry: calendarDate.optional(),
    receivedQty: quantity.optional(),
    damagedQty: quantity.optional(),
  })
  .refine(({ lot, expiry }) => lot !== undefined || expiry !== undefined, {
    error: 'Enter the lot or its expiry date.',
    path: ['lot'],
  });

/** A lot that came and was not shipped on the line. `lot` is null until the receipt makes one. */
export const otherLot = z.object({
  lot: z.string().nullable(),
  expiry: z.string().optional(),
  receivedQty: z.number(),
  damagedQty: z.number(),
});

function everyLater<Field>(field: Field): Record<LaterQuantity, Field> {
  return Object.fromEntries(laterQuantities.map((name) => [name, field])) as Record<LaterQuantity, Field>;
}

/** One line of an order. */
export const orderLine = wireObject(orderLineFields, { lots: z.array(shippedLot) }).extend({
  /** Only where the branch says that another lot came than was shipped. */
  otherLots: z.array(otherLot).optional(),
});
export type OrderLine = z.output<typeof orderLine>;

/** One order as lists show it, without its lines. */
export const orderSummary = wireObject(orderFields, {});
export type OrderSummary = z.output<typeof orderSummary>;

export const order = orderSummary.extend({
  items: z.array(orderLine),
  statusHistory: z.array(historyEntry),
  allowedMoves: z.array(allowedMove),
  /** The SSCC of each crate, the first crate first; left out where crates have none. */
  ssccs: z.array(z.string()).optional(),
  /** Shares from 0 to 1, null before shipping: lines shipped complete / lines; base units shipped / ordered. */
  fillRate: z.object({ lines: z.number(), units: z.number() }).nullable(),
});
export type Order = z.output<typeof order>;

/** `GET /orders` and `/orders/submission`. `totalCapped`: there are at least `total` (10,000) rows. */
export const orderList = z.object({
  orders: z.array(orderSummary),
  total: z.number(),
  totalCapped: z.boolean().optional(),
  page: z.number(),
  limit: z.number(),
});
export type OrderList = z.output<typeof orderList>;

/** `GET /orders/simple`: enough to recognise an order and its state. */
export const orderSimple = orderSummary.pick({
  _id: true,
  orderNo: true,
  status: true,
  branch: true,
  branchName: true,
  deliveryDate: true,
  createdAt: true,
  version: true,
});
export type OrderSimple = z.output<typeof orderSimple>;

/** A line as ordered. `unit` is an id or a symbol; left out it is the item's order unit. */
export const createOrderLineInput = z.strictObject({
  itemId: z.string().min(1),
  orderQty: quantity,
  unit: z.string().min(1).optional(),
  note: text().optional(),
  /** What the order guide suggested as the order was handed over, in its unit, kept beside what was ordered. */
  suggestedQty: quantity.optional(),
});

export const createOrderInput = z.strictObject({
  deliveryDate: calendarDate,
  orderType: z.enum(orderTypes).optional(),
  notes: text(2000).optional(),
  /** May be left out by a user with one branch. */
  branch: z.string().min(1).optional(),
  items: z.array(createOrderLineInput).max(500, 'At most 500 lines'),
});
export type CreateOrderInput = z.output<typeof createOrderInput>;

/** The quantities of a line that an edit may set; null unsets. */
const setLater = everyLater(quantity.nullable().optional());

/** A change of one line: `lineId` names it; without, `itemId` and `orderQty` add one; `remove` drops it. Null unsets. */
export const editOrderLineInput = z
  .strictObject({
    lineId: z.string().min(1).optional(),
    itemId: z.string().min(1).optional(),
    remove: z.literal(true).optional(),
    orderQty: quantity.optional(),
    unit: z.string().min(1).optional(),
    /** What the order guide suggested of a line as it is added, in its unit. */
    suggestedQty: quantity.optional(),
    ...setLater,
    substituteFor: text(60).optional(),
    substituteAnswer: z.enum(substituteAnswers).nullable().optional(),
    /** The code of a reason, or any words for it; with a note after a colon. Other text is the note of `other`. */
    reason: text().optional(),
    lots: z.array(orderLot).max(50).optional(),
    receivedLots: z.array(receivedLot).max(50).optional(),
    /** Of an item that is counted in pieces: how many were picked; null: what follows from the quantity. */
    pieces: pieces.nullable().optional(),
    note: text().optional(),
    photo: text(200).optional(),
    temperature: temperature.nullable().optional(),
  })
  .refine((line) => line.lineId !== undefined || (line.itemId !== undefined && line.orderQty !== undefined), {
    error: 'Name a line by lineId, or add one with itemId and orderQty',
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

/** With whom and how an order travels: entered while it is in process, for it alone or for all of one vehicle. */
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
  notes: text(2000).optional(),
  /** Why the next move is made, as a line's `reason`; cleared by every move. */
  transitionReason: text().optional(),
  /** The same field by the name that some clients use. */
  rejectReason: text().optional(),
  ...orderTransport,
  items: z.array(editOrderLineInput).max(500, 'At most 500 lines').optional(),
};

export const editOrderInput = z.strictObject(editFields);
export type EditOrderInput = z.output<typeof editOrderInput>;

/** Of a line what an edit changed, beside the `lineId`. */
const savedLine = z.object({
  lineId: z.string(),
  ...setLater,
  pieces: pieces.nullable().optional(),
  reason: z.string().nullable().optional(),
  ...reasonCode,
});

/**
 * The answer to an edit with `Prefer: return=minimal`: what the edit changed, as it stands now. Whoever holds the order
 * at version `basedOn` has it at `version` with these fields put in; whoever holds another asks for the whole.
 */
export const savedOrder = z.object({
  _id: z.string(),
  basedOn: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  driver: z.string().nullable().optional(),
  vehicle: z.string().nullable().optional(),
  savedLines: z.array(savedLine),
  allowedMoves: z.array(allowedMove),
});
export type SavedOrder = z.output<typeof savedOrder>;

/** A change of status holds `status` and nothing else. */
export const statusInput = z.strictObject({ status: z.enum(orderStatuses) });
export type StatusInput = z.output<typeof statusInput>;

/** `PATCH /orders/{id}`: an edit or a change of status, never both. */
export const patchOrderInput = z
  .strictObject({ ...editFields, status: z.enum(orderStatuses).optional() })
  .refine((body) => body.status === undefined || Object.keys(body).length === 1, {
    error: 'A status change must contain only status. Save the other fields first',
    path: ['status'],
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchOrderInput = z.output<typeof patchOrderInput>;

/** `status` is a comma list; `from` and `to` bound the delivery date; `after` is the `_id` of the last row seen. */
export const orderQuery = z.object({
  ...pageQuery(50),
  status: z.string().max(300).optional(),
  branch: z.string().optional(),
  kitchen: z.string().optional(),
  deliveryDate: calendarDate.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** Only what ever reached its kitchen, in whatever status it is now. */
  reached: z.enum(['true']).optional(),
  orderType: z.enum(orderTypes).optional(),
  /** Handed in after the cut-off of its day, or in time. */
  late: queryFlag.optional(),
  /** On the road since before this moment, or received by now. */
  shippedBefore: instant.optional(),
  sort: z
    .enum([
      'createdAt',
      '-createdAt',
      'deliveryDate',
      '-deliveryDate',
      'orderNo',
      '-orderNo',
      'branchName',
      '-branchName',
      /** In the order of its life, from draft to received, rejected and cancelled. */
      'status',
      '-status',
      'lineCount',
      '-lineCount',
      'value',
      '-value',
    ])
    .default('-createdAt'),
  after: z.string().max(60).optional(),
  view: z.enum(['summary', 'full']).default('summary'),
});
export type OrderQuery = z.output<typeof orderQuery>;

export const suggestionQuery = z.object({
  branch: z.string().optional(),
  deliveryDate: calendarDate.optional(),
});

/**
 * One row of the order guide. All quantities are in the item's order unit (`unit`), 1 unit = `unitNum / unitDen`
 * base units; `unitCost` is per order unit. Null means not known: no par set, never ordered, or beyond exact numbers.
 */
export const orderSuggestion = z.object({
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  category: z.string().nullable(),
  section: z.string().nullable(),
  unit: z.string(),
  unitSymbol: z.string(),
  unitNum: z.number(),
  unitDen: z.number(),
  onHand: z.number().nullable(),
  inTransit: z.number().nullable(),
  /** On orders that are not shipped yet and on purchases, as far as they come before the delivery after this one. */
  alreadyOrdered: z.number().nullable(),
  /** Free at the supplying kitchen. */
  kitchenAvailable: z.number().nullable(),
  par: z.number().nullable(),
  lastOrderQty: z.number().nullable(),
  /** Mean of the last ten orders that named the item. */
  averageQty: z.number().nullable(),
  /** What the branch uses on a day, by the rule of `/stock/use`; null where that is not known. */
  usePerDay: z.number().nullable(),
  /** Order in multiples of this many units; null: any. */
  orderMultiple: z.number().nullable(),
  suggestedQty: z.number(),
  unitCost: z.number(),
  ...suggestionBasis,
});
export type OrderSuggestion = z.output<typeof orderSuggestion>;

/**
 * `GET /orders/{id}/figures`: what stands around an order while it is reviewed and shipped. Quantities are in the unit of
 * the line; null is not known, or beyond exact numbers. `kitchenAvailable` counts what is reserved for this order, and is below 0 where the kitchen
 * owes; `negativeStock` is the rule of the kitchen as it holds now. `sameDay`: other orders of the branch for that day.
 */
export const orderFigures = z.object({
  negativeStock: z.enum(['block', 'warn']),
  sameDay: z.array(z.object({ _id: z.string(), orderNo: z.string(), status: z.string() })),
  lines: z.array(
    z.object({
      lineId: z.string(),
      onHand: z.number().nullable(),
      inTransit: z.number().nullable(),
      /** On other orders that are not shipped yet and on purchases, as far as they come before the delivery after this order's. */
      alreadyOrdered: z.number().nullable(),
      par: z.number().nullable(),
      lastOrderQty: z.number().nullable(),
      averageQty: z.number().nullable(),
      kitchenAvailable: z.number().nullable(),
    }),
  ),
});
export type OrderFigures = z.output<typeof orderFigures>;

/** `GET /orders/generate-number`: a preview, nothing is reserved. */
export const orderNumber = z.object({ orderNo: z.string() });

const orderParty = z.object({
  name: z.string(),
  nameAlt: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
});

/** Who stands on a delivery note. `businessName` is null while the business has no name; a place that is gone is null. */
export const noteParties = z.object({
  businessName: z.string().nullable(),
  from: orderParty.nullable(),
  to: orderParty.nullable(),
});
export type NoteParties = z.output<typeof noteParties>;
