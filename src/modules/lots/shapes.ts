import { lotDispositions } from './lot-dispositions.ts';
import {
  withDefault,
  objectOf,
  nullable,
  oneOf,
  listOf,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';

/** A lot's hold, with its reason and start. */
const lotHold = {
  at: 'required moment',
  by: 'id',
  byName: 'text',
  /** One of `holdReasons`. */
  reasonCode: withDefault('text', 'other'),
  note: 'text?',
  /** The recall that put the lot on hold and is the only way to release it; null for a manual hold. */
  recallId: 'id?',
} as const satisfies Shape;

/**
 * A lot of an item. `lot` is null for stock without a lot number, such as stock from before lots were
 * tracked.
 */
export const lot = {
  _id: 'id?',
  itemId: 'required id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  lot: 'text?',
  /** Expiry date (YYYY-MM-DD), the last day of use; null if it doesn't expire. */
  expiry: 'text?',
  /** Null if not on hold. */
  hold: nullable(objectOf(lotHold)),
  version: 'integer',
} as const satisfies Shape;
export type Lot = Wire<typeof lot>;

/** Stock of a lot at a location, in the item's base unit. `picked` is reserved for order lines. */
export const lotStock = {
  ...lot,
  placeId: 'id',
  placeName: 'name',
  /** branch, central_kitchen, warehouse, hold or transit. */
  placeType: 'text',
  branchId: 'id?',
  onHand: 'quantity',
  picked: 'quantity',
  /**
   * Quantity that can be picked, shipped and used today in the location's time zone; 0 if the lot is on hold
   * or expired.
   */
  usable: 'quantity',
  /** usable, expired (in the location's time zone) or held. */
  state: oneOf(['usable', 'expired', 'held']),
} as const satisfies Shape;
export type LotStock = Wire<typeof lotStock>;

/**
 * `GET /orders/{id}/lots`: lots at the kitchen for an order's lines, in picking order, in the unit of each
 * line. Only for items tracked by lot.
 */
export const orderLots = {
  /** Today in the kitchen's time zone. */
  day: 'text',
  /** The day before which a lot for this branch should not expire; other lots can still be chosen. */
  validThrough: 'text',
  lines: listOf({
    lineId: 'line',
    lots: listOf({
      /** Null for stock without a lot. */
      lot: 'text?',
      expiry: 'text?',
      /**
       * On hand and not picked for other lines, including lots on hold and expired lots; null if out of
       * range.
       */
      available: 'quantity?',
      state: oneOf(['usable', 'expired', 'held']),
    }),
  }),
} as const satisfies Shape;
export type OrderLots = Wire<typeof orderLots>;

/** A lot with its stock by location, if any, limited to locations that the caller can see. */
export const existingLot = {
  ...lot,
  /** Day of its first receipt; null if unknown. */
  receivedDay: 'text?',
  /** Number of branches and kitchens with stock, including in transit and on hold. */
  placeCount: 'integer',
  onHand: 'quantity',
  inTransit: 'quantity',
  onHold: 'quantity',
} as const satisfies Shape;
export type ExistingLot = Wire<typeof existingLot>;

const document = {
  docType: 'text',
  docId: 'id',
  docNo: 'text?',
  day: 'text',
} as const satisfies Shape;

const location = {
  placeId: 'id',
  placeName: 'name',
} as const satisfies Shape;

/** `byName` is the user who posted it. */
const posting = {
  kind: 'text',
  qty: 'quantity',
  byName: 'name?',
} as const satisfies Shape;

/** Sources and destinations of one lot, in the item's base unit. */
const tracedLot = {
  lot: objectOf(lot),
  /** The sums of `lotSources` and `lotOutcomes` are exactly equal. */
  totals: objectOf({
    /** Received from outside, as visible to the caller. */
    received: 'quantity',
    /** Found by counts. */
    found: 'quantity',
    /** Received in place of a different lot. */
    fromOtherLot: 'quantity',
    onHand: 'quantity',
    inTransit: 'quantity',
    /** At the hold locations of branches and kitchens. */
    onHold: 'quantity',
    used: 'quantity',
    sold: 'quantity',
    wasted: 'quantity',
    /** Missing in counts, or written off in transit. */
    lost: 'quantity',
    /** Returned to the supplier. */
    returned: 'quantity',
    /** Received as a different lot. */
    toOtherLot: 'quantity',
    /** Sent to locations that the caller can't see. */
    sent: 'quantity',
  }),
  /** Documents by which it was acquired. */
  origin: listOf({
    ...document,
    ...location,
    ...posting,
  }),
  places: listOf({
    ...location,
    placeType: 'text',
    branchId: 'id?',
    phone: 'text?',
    onHand: 'quantity',
  }),
  /** Orders, transfers and their settlements. `branchId` is the destination. */
  shipments: listOf({
    ...document,
    fromName: 'name?',
    branchId: 'id',
    branchName: 'name',
    shipped: 'quantity',
    received: 'quantity',
    damaged: 'quantity',
  }),
  /** Documents by which stock of the lot left the business. */
  exits: listOf({
    ...document,
    ...location,
    ...posting,
    disposition: oneOf(lotDispositions, 'used'),
  }),
} as const satisfies Shape;
export type TracedLot = Wire<typeof tracedLot>;

/**
 * A lot's history, limited to the locations that the caller can see. `tree` lists the lots made from it
 * (`forward`) or those it was made from (`back`), at any depth, nearest first, each with its own balanced
 * totals.
 */
export const lotTrace = {
  ...tracedLot,
  direction: oneOf(['forward', 'backward']),
  tree: listOf({
    ...tracedLot,
    depth: 'integer',
    /** Links to lots one step nearer. */
    links: listOf({
      ...document,
      ...location,
      /** `arrival`: received in place of the other lot. `batch`: produced from the other lot. */
      kind: oneOf(['arrival', 'batch']),
      lotId: 'id',
      /** Quantity of the ingredient lot. */
      qty: 'quantity',
    }),
  }),
} as const satisfies Shape;
export type LotTrace = Wire<typeof lotTrace>;
