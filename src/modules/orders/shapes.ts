import { suggestionBasis } from '#modules/demand/shapes.ts';
import {
  computed,
  type Shape,
  listOf,
  sparse,
  objectOf,
  nullable,
  pick,
  type Wire,
  oneOf,
} from '#platform/shapes/shape.ts';
import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';
import { letterhead } from '#modules/settings/shapes.ts';
import { type FulfilmentQuantity, fulfilmentQuantities } from './line-quantities.ts';

/** Part of a line's shipped quantity in one lot, in the line's unit. */
export const orderLot = {
  lot: 'text',
  qty: 'quantity',
  expiry: 'sparse text?',
} as const satisfies Shape;
export type OrderLot = Wire<typeof orderLot>;

/** A shipped lot with the branch's receipt entries, in the line's unit. */
export const shippedLot = {
  ...orderLot,
  receivedQty: 'sparse quantity?',
  damagedQty: 'sparse quantity?',
} as const satisfies Shape;

/** A received lot that wasn't shipped on the line. `lot` is null until the receipt creates it. */
export const otherLot = {
  lot: 'text?',
  expiry: 'sparse text?',
  receivedQty: 'quantity',
  damagedQty: 'quantity',
} as const satisfies Shape;

/**
 * One line of an order. Quantities are in the line's `unit`; 1 unit = `unitNum / unitDen` base units of the
 * item. Null means "not set", never 0. `unitCost` is per line unit.
 */
export const orderLineFields = {
  lineId: 'line',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  unit: 'id of units',
  unitSymbol: 'text',
  /** Exact ratio of the line's unit to the base unit at the time of ordering. */
  unitNum: 'factor',
  unitDen: 'factor',
  orderQty: 'quantity',
  approvedQty: 'quantity?',
  pickedQty: 'quantity?',
  shippedQty: 'quantity?',
  receivedQty: 'quantity?',
  damagedQty: 'quantity?',
  shortQty: 'quantity?',
  overQty: 'quantity?',
  /** Number of pieces picked, for items counted in pieces; null to derive it from the quantity. */
  pieces: 'integer?',
  /** Quantity reserved at the kitchen; null if nothing is reserved (before acceptance, after shipping). */
  reservedQty: 'computed quantity?',
  /** The branch's stock at the time of ordering; null if it never stocked the item. */
  stockAtOrder: 'quantity?',
  suggestedQty: 'quantity?',
  /** Cost at the time of ordering; stock is valued when it is posted. */
  unitCost: 'price',
  substituteFor: 'text?',
  /** The branch's response to a substitute before shipment: `accepted` or `refused`. */
  substituteAnswer: 'sparse text?',
  /** The substitute can be shipped only after the branch has accepted it (substituting.ts). */
  requiresAcceptance: 'sparse flag?',
  /** Reason as text, followed by its code from `/reasons` and its note. Null if there is no reason. */
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  lots: computed(listOf(shippedLot)),
  note: 'text?',
  photo: 'text?',
  /** Requirements at the time of shipping: temperature range, and a photo. */
  receivingMinTemp: 'sparse integer?',
  receivingMaxTemp: 'sparse integer?',
  receivingPhoto: 'sparse flag?',
  /** Temperature measured by the branch at receipt, in degrees Celsius. */
  temperature: 'sparse quantity?',
  /** Note and reason refer to the receipt, not to ordering, approval or shipping. */
  isReceivingNote: 'sparse flag?',
  isReceivingReason: 'sparse flag?',
} as const satisfies Shape;

/** An order in lists, without its lines. A timestamp is null until the order reaches that step. */
export const orderSummary = {
  _id: 'key',
  orderNo: 'label',
  /** One of `orderStatuses`; statuses from other servers are shown unchanged. */
  status: 'text',
  branch: 'id of branch',
  branchName: 'name',
  kitchen: 'id of branch',
  kitchenName: 'name',
  userName: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** Time of submission; null if never submitted. */
  dateTime: 'moment?',
  sentAt: 'moment?',
  acceptedAt: 'moment?',
  shippedAt: 'moment?',
  receivedAt: 'moment?',
  deliveryDate: 'day',
  orderType: 'text',
  /** Event that the order is for, its time and number of guests; absent for a regular order. */
  occasion: 'sparse name?',
  eventAt: 'sparse moment?',
  guests: 'sparse integer?',
  cutoffAt: 'moment?',
  notes: 'text?',
  transitionReason: 'text?',
  deliveryNoteNo: 'text?',
  driver: 'text?',
  vehicle: 'text?',
  /** Vehicle departure time, if entered, and the number of crates. */
  departsAt: 'sparse moment?',
  crates: 'sparse integer?',
  /** Substitutes that the branch hasn't accepted or refused. */
  unansweredSubstitutes: 'sparse integer?',
  lineCount: 'integer',
  /** Value at the cost when ordered, in the base currency. */
  value: 'money',
  /** Whether the order was submitted after its cut-off. */
  isLate: 'flag',
  urgent: 'computed flag',
  hasDiscrepancy: 'flag',
  /** Whether the order is received, rejected or cancelled, so that only its notes can be changed. */
  locked: 'computed flag',
} as const satisfies Shape;

/** One line of an order. */
export const orderLine = {
  ...orderLineFields,
  /** Present only if the branch received lots other than those shipped. */
  otherLots: sparse(listOf(otherLot)),
} as const satisfies Shape;
export type OrderLine = Wire<typeof orderLine>;

/** An order in lists, without its lines. */
export type OrderSummary = Wire<typeof orderSummary>;

export const order = {
  ...orderSummary,
  items: listOf(orderLine),
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
  /** SSCC of each crate in order; absent without SSCCs. */
  ssccs: 'sparse texts?',
  /**
   * Shares from 0 to 1, null before shipping: lines shipped in full / lines; base units shipped / ordered.
   */
  fillRate: nullable(
    objectOf({
      lines: 'required number',
      units: 'required number',
    }),
  ),
} as const satisfies Shape;
export type Order = Wire<typeof order>;

/** `GET /orders` and `/orders/submission`. `totalCapped`: there are at least `total` (10,000) rows. */
export const orderList = {
  orders: listOf(orderSummary),
  total: 'integer',
  totalCapped: 'sparse flag?',
  page: 'integer',
  limit: 'integer',
} as const satisfies Shape;
export type OrderList = Wire<typeof orderList>;

/** `GET /orders/simple`: only the fields that identify an order, and its status. */
export const orderSimple = pick(orderSummary, [
  '_id',
  'orderNo',
  'status',
  'branch',
  'branchName',
  'deliveryDate',
  'createdAt',
  'version',
]);
export type OrderSimple = Wire<typeof orderSimple>;

/** Line quantities that an edit may set. */
const fulfilmentQuantityFields = Object.fromEntries(
  fulfilmentQuantities.map((name) => [name, 'optional quantity?']),
) as Readonly<Record<FulfilmentQuantity, 'optional quantity?'>>;

/** Changed fields of a line, with its `lineId`. */
const savedLine = {
  lineId: 'line',
  ...fulfilmentQuantityFields,
  pieces: 'optional integer?',
  reason: 'optional text?',
  reasonCode: 'optional text?',
  reasonNote: 'optional text?',
} as const satisfies Shape;

/**
 * Response to an edit with `Prefer: return=minimal`: the changed fields. A client with the order at version
 * `basedOn` can merge them to get `version`; otherwise it must reload.
 */
export const savedOrder = {
  _id: 'key',
  basedOn: 'integer',
  version: 'integer',
  updatedAt: 'moment',
  driver: 'optional text?',
  vehicle: 'optional text?',
  savedLines: listOf(savedLine),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type SavedOrder = Wire<typeof savedOrder>;

/**
 * One row of the order guide. Quantities are in the item's order unit (`unit`), 1 unit = `unitNum / unitDen`
 * base units; `unitCost` is per order unit. Null means unknown: no par set, never ordered, or out of range.
 */
export const orderSuggestion = {
  itemId: 'key',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  unit: 'id',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  onHand: 'quantity?',
  inTransit: 'quantity?',
  /** On unshipped orders and purchases that arrive before the following delivery. */
  alreadyOrdered: 'quantity?',
  /** Available at the supplying kitchen. */
  kitchenAvailable: 'quantity?',
  par: 'quantity?',
  lastOrderQty: 'quantity?',
  /** Average of the last ten orders with the item. */
  averageQty: 'quantity?',
  /** Daily usage of the branch, calculated as in `/stock/use`; null if unknown. */
  usagePerDay: 'quantity?',
  /** Order in multiples of this; null for any quantity. */
  orderMultiple: 'quantity?',
  suggestedQty: 'quantity',
  unitCost: 'price',
  ...suggestionBasis,
} as const satisfies Shape;
export type OrderSuggestion = Wire<typeof orderSuggestion>;

/**
 * `GET /orders/{id}/figures`: context for reviewing and shipping an order. Quantities are in the line's unit;
 * null if unknown or out of range. `kitchenAvailable` includes stock reserved for this order, and is negative
 * if the kitchen is short; `negativeStock` is the kitchen's current rule. `sameDay`: the branch's other
 * orders for that day.
 */
export const orderFigures = {
  negativeStock: oneOf(['block', 'warn'], 'warn'),
  sameDay: listOf({
    _id: 'key',
    orderNo: 'label',
    status: 'text',
  }),
  lines: listOf({
    lineId: 'line',
    onHand: 'quantity?',
    inTransit: 'quantity?',
    /** On other unshipped orders and purchases that arrive before the delivery after this order's. */
    alreadyOrdered: 'quantity?',
    par: 'quantity?',
    lastOrderQty: 'quantity?',
    averageQty: 'quantity?',
    kitchenAvailable: 'quantity?',
  }),
} as const satisfies Shape;
export type OrderFigures = Wire<typeof orderFigures>;

/** `GET /orders/generate-number`: a preview that reserves nothing. */
export const orderNumber = {
  orderNo: 'text',
} as const satisfies Shape;

const orderParty = {
  name: 'required name',
  nameAlt: 'text?',
  address: 'text?',
  phone: 'text?',
} as const satisfies Shape;

/** Parties on a delivery note; null for a deleted location. */
export const noteParties = {
  ...letterhead,
  from: nullable(objectOf(orderParty)),
  to: nullable(objectOf(orderParty)),
} as const satisfies Shape;
export type NoteParties = Wire<typeof noteParties>;
