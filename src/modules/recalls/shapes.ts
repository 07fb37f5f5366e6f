import { recallOutcomes, scopeReasons } from './recall-rules.ts';
import {
  withDefault,
  listOf,
  objectOf,
  nullable,
  oneOf,
  type Shape,
  type Wire,
} from '#platform/shapes/shape.ts';

/** Outcome of a recall. */
export const recallEnd = {
  at: 'moment',
  byName: 'text',
  note: 'text?',
  /** Seconds since the recall started. */
  seconds: 'number',
  requestedPlaces: 'integer',
  confirmedPlaces: 'integer',
} as const satisfies Shape;

/** Request to a location about one lot, with its latest answer. */
export const recallPlace = {
  placeId: 'id',
  placeName: 'name',
  branchId: 'id?',
  phone: 'text?',
  lotId: 'id',
  lot: 'text?',
  itemName: 'text',
  unitSymbol: 'text',
  /**
   * Book quantity at the time of the request, including goods in transit; null if the caller can't see it.
   */
  expected: 'quantity?',
  /** Null until answered. The latest answer counts; all are stored. */
  found: 'quantity?',
  outcome: nullable(oneOf(recallOutcomes)),
  foundAt: 'moment?',
  foundByName: 'text?',
  note: 'text?',
} as const satisfies Shape;
export type RecallPlace = Wire<typeof recallPlace>;

/** A lot in scope, with the reason. */
export const recallLot = {
  lotId: 'id',
  itemId: 'id',
  itemName: 'name',
  unitSymbol: 'text',
  lot: 'text?',
  expiry: 'text?',
  /** Steps from the recalled lot. */
  depth: 'integer',
  reason: oneOf(scopeReasons, 'recalled'),
  /** The lot from which it was derived, and the document of that step; null for the recalled lot. */
  fromLot: 'text?',
  docType: 'text?',
  docId: 'id?',
  docNo: 'text?',
  addedAt: 'moment',
  /**
   * `recall`: held by this recall. `other`: another hold is in force, whether or not this recall also held
   * the lot.
   */
  hold: nullable(oneOf(['recall', 'other'])),
  releasedAt: 'moment?',
  releasedByName: 'text?',
  releaseReason: 'text?',
  /** Current stock as visible to the caller. */
  stock: listOf({
    placeId: 'id',
    placeName: 'name',
    onHand: 'quantity',
    /** Picked for orders; it stays picked but can't be shipped while the lot is on hold. */
    picked: 'quantity',
  }),
} as const satisfies Shape;
export type RecallLot = Wire<typeof recallLot>;

/** A product made from lots in scope that can't be held because it isn't tracked by lot. */
export const recallProduct = {
  docId: 'id',
  docNo: 'text?',
  day: 'text',
  placeName: 'text',
  itemId: 'id',
  itemName: 'name',
  unitSymbol: 'text',
  qty: 'quantity',
} as const satisfies Shape;
export type RecallProduct = Wire<typeof recallProduct>;

/** A mock or real recall of a lot. Totals over all locations are only for users who see all of them. */
export const recall = {
  _id: 'key',
  number: 'label',
  isPractice: withDefault('flag', true),
  startedAt: 'moment',
  byName: 'text',
  note: 'text?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  lot: 'text?',
  unitSymbol: 'text',
  /** Number of locations that the caller sees, and of those that have answered for every lot. */
  requestedPlaces: 'integer',
  confirmedPlaces: 'integer',
  /** Locations that haven't answered, with the number of reminders sent to each. */
  awaiting: listOf({
    placeId: 'id',
    placeName: 'name',
    emailCount: 'integer',
    lastEmailAt: 'moment?',
  }),
  /**
   * Quantities of the recalled item, in base units: received, accounted for by documents, and found; null for
   * users who don't see all locations.
   */
  sums: nullable(
    objectOf({
      received: 'quantity',
      documented: 'quantity',
      found: 'quantity',
      /** Percent of the received quantity; null if nothing was received. */
      traced: 'number?',
    }),
  ),
  /** Null while it is active. */
  end: nullable(objectOf(recallEnd)),
  /** Only with `id`. */
  places: listOf(recallPlace),
  lots: listOf(recallLot),
  products: listOf(recallProduct),
} as const satisfies Shape;
export type Recall = Wire<typeof recall>;

/**
 * Sales of a menu item on a day. `basis: 'lot'`: their stock movements used lots in scope. `'recipe'`: their
 * stock movements don't include lots, but the recipe contains an item in scope; only sales from the
 * arrival of the lot through the day of the recall.
 */
export const recallSale = {
  day: 'text',
  dayId: 'id',
  branchId: 'id',
  branchName: 'name',
  tillItem: 'text',
  qty: 'quantity',
  itemName: 'text',
  basis: oneOf(['lot', 'recipe'], 'recipe'),
} as const satisfies Shape;
export type RecallSale = Wire<typeof recallSale>;
