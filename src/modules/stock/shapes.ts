import { pick, oneOf, nullable, listOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * Stock of one item at one location, in the item's base unit. `available` = on hand - reserved, at least 0.
 */
export const stockRow = {
  itemId: 'required id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  unitSymbol: 'text',
  placeId: 'required id',
  placeName: 'name',
  /** For a branch or kitchen; null for hold and in-transit locations. */
  placeNameAlt: 'text?',
  /** branch, central_kitchen, warehouse, hold or transit. */
  placeType: 'text',
  /** The branch or kitchen of the location. */
  branchId: 'id?',
  onHand: 'quantity',
  reserved: 'quantity',
  available: 'quantity',
  /** Moving average per base unit; null with nothing on hand, and without access to costs. */
  avgCost: 'unitCost?',
  /** Null without access to costs. */
  value: 'cost?',
  /** Only for items counted in pieces. */
  pieces: 'sparse integer?',
} as const satisfies Shape;
export type StockRow = Wire<typeof stockRow>;

/** `view=compact`: the same values without item names and codes, which are in `/items?view=compact`. */
export const stockCompactRow = pick(stockRow, [
  'itemId',
  'placeId',
  'onHand',
  'reserved',
  'avgCost',
  'value',
  'pieces',
]);
export type StockCompactRow = Wire<typeof stockCompactRow>;

/**
 * One ledger posting. `qty` in the item's base unit, `unitCost` per base unit, `value` exact; both null
 * without access to costs.
 */
export const stockMove = {
  seq: 'required integer',
  /** Time of entry, and effective time. */
  postedAt: 'moment',
  effectiveAt: 'moment',
  /** Effective day (YYYY-MM-DD) in the time zone of `fromPlace`, or of `toPlace` for goods from outside. */
  businessDay: 'text',
  /** Effective day in the time zone of `toPlace`. */
  arrivalDay: 'text',
  itemId: 'id',
  itemName: 'name',
  unitSymbol: 'text',
  fromPlace: 'id',
  fromName: 'name',
  toPlace: 'id',
  toName: 'name',
  qty: 'required quantity',
  unitCost: 'unitCost?',
  value: 'cost?',
  lot: 'text?',
  docType: 'text',
  docId: 'id',
  /** Document number; null without one. */
  docNo: 'text?',
  docLineId: 'id',
  kind: 'text',
  reason: 'text?',
  userId: 'id',
  /** The posting that this one reverses; null if it isn't a reversal. */
  reversesSeq: 'integer?',
  /** Only for items counted in pieces. */
  pieces: 'sparse integer?',
} as const satisfies Shape;
export type StockMove = Wire<typeof stockMove>;

/**
 * `GET /stock/use`: daily usage of items at a location in the base unit, and the number of whole business
 * days observed (at most 28 before today). `basis`: `use` if based on issues, `deliveries` if the location
 * records no usage. Items with less than a week of history or without usage are omitted.
 */
export const stockUse = {
  itemId: 'required id',
  perDay: 'required quantity',
  days: 'required integer',
  basis: oneOf(['use', 'deliveries']),
} as const satisfies Shape;
export type StockUse = Wire<typeof stockUse>;

/**
 * `GET /stock/shelves`: details of stock positions: daily usage (see `GET /stock/use`; null if unknown), lots
 * on hand, outstanding purchases, and whether there were recent movements. Positions without any of these are
 * omitted.
 */
export const stockPosition = {
  itemId: 'required id',
  placeId: 'required id',
  perDay: 'quantity?',
  /** Number of days observed for the usage. */
  days: 'integer?',
  basis: nullable(oneOf(['use', 'deliveries'])),
  /** Whether there was a movement in the last 28 business days of the location, including today. */
  hasRecentMovements: 'flag',
  /** Lots by name. */
  lots: 'integer',
  /** Earliest expiry among lots that haven't expired. */
  nextExpiry: 'text?',
  /** Number of expired lots and of lots on hold; a lot may be both. */
  expiredLots: 'integer',
  onHoldLots: 'integer',
  /** Outstanding from suppliers, in base units. */
  onOrder: 'quantity',
} as const satisfies Shape;
export type StockPosition = Wire<typeof stockPosition>;

/**
 * Stock at the end of a day in each location's time zone. `effective`: by effective day, including later
 * entries. `posted`: as recorded that evening; `late` is the number of postings entered afterwards and
 * excluded (null for `effective`). Values require access to costs. Empty positions are omitted; `total`
 * counts all positions, even beyond the 20,000 returned.
 */
export const stockAsAt = {
  day: 'text',
  by: oneOf(['effective', 'posted']),
  late: 'integer?',
  /** Total value. */
  value: 'cost?',
  total: 'integer',
  rows: listOf({
    itemId: 'required id',
    placeId: 'required id',
    onHand: 'quantity',
    value: 'sparse cost?',
  }),
} as const satisfies Shape;
export type StockAsAt = Wire<typeof stockAsAt>;

/**
 * Item that already has stock movements at a location, and so can't have opening stock. `onHand` in the
 * item's base unit.
 */
export const itemWithMovements = {
  itemId: 'required id',
  onHand: 'quantity',
} as const satisfies Shape;
export type ItemWithMovements = Wire<typeof itemWithMovements>;

/** List price of one `unit` of an item in the base currency, proposed as the cost of its opening stock. */
export const proposedCost = {
  itemId: 'required id',
  unit: 'required id',
  unitCost: 'required unitCost',
} as const satisfies Shape;
export type ProposedCost = Wire<typeof proposedCost>;
