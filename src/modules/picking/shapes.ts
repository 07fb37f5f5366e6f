import { objectOf, nullable, listOf, oneOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * A picker's claim on a line. `userId` is null if the line was put back; `pickedAt` is null until the line is
 * picked.
 */
export const pickClaim = {
  userId: 'id?',
  userName: 'name',
  claimedAt: 'required moment',
  pickedAt: 'moment?',
} as const satisfies Shape;
export type PickClaim = Wire<typeof pickClaim>;

/** An order's demand for an item, in the unit of its line. */
export const pickLine = {
  lineId: 'line',
  orderId: 'id',
  unit: 'id',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  isWhole: 'flag',
  /** Approved quantity; before approval, the ordered quantity. */
  wantedQty: 'quantity',
  pickedQty: 'quantity?',
  pieces: 'integer?',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  /** The line that this line substitutes. */
  substituteFor: 'id?',
  lots: listOf({
    lot: 'text',
    qty: 'quantity',
    expiry: 'sparse text?',
  }),
  note: 'text?',
  claim: nullable(objectOf(pickClaim)),
} as const satisfies Shape;
export type PickLine = Wire<typeof pickLine>;

/** An item to pick for all listed orders. Stock is in the item's base unit. */
export const pickItem = {
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  section: 'id?',
  baseUnit: 'text',
  isCounted: 'flag',
  /** Stock for these orders: available, and reserved for them. */
  available: 'quantity?',
  /** Lots in picking order with their available quantity; none for items not tracked by lot. */
  lots: listOf({
    lot: 'text?',
    expiry: 'text?',
    available: 'quantity?',
    state: oneOf(['usable', 'expired', 'held']),
  }),
  lines: listOf(pickLine),
} as const satisfies Shape;
export type PickItem = Wire<typeof pickItem>;

/** `GET /pick-list`: items to pick for a set of orders, by section in walking order, then by item. */
export const pickList = {
  kitchen: nullable(
    objectOf({
      _id: 'key',
      name: 'text',
    }),
  ),
  /** The caller's kitchens with orders in this status. */
  kitchens: listOf({
    _id: 'key',
    name: 'text',
  }),
  /** Today in the kitchen's time zone. */
  day: 'text',
  /** In delivery order, which is also the allocation order. */
  orders: listOf({
    _id: 'key',
    orderNo: 'label',
    branch: 'id',
    branchName: 'name',
    deliveryDate: 'text',
    /** The event that the order is for. */
    occasion: 'name?',
    version: 'integer',
    /** The day before which a lot for this branch should not expire. */
    validThrough: 'text',
  }),
  /** More orders match than a list can contain; these have the earliest delivery. */
  isCapped: 'flag',
  /** All sections of these orders, including those whose items aren't returned. */
  sections: listOf({
    section: 'id?',
    name: 'name?',
    nameAlt: 'text?',
    lines: 'integer',
    pickedLines: 'integer',
  }),
  /** The only section whose items are returned; null for all. */
  returnedSection: 'text?',
  items: listOf(pickItem),
} as const satisfies Shape;
export type PickList = Wire<typeof pickList>;

/** The lines after the change. */
export const pickedLines = {
  lines: listOf({
    ...pickLine,
    itemId: 'id',
  }),
} as const satisfies Shape;
export type PickedLines = Wire<typeof pickedLines>;

/** Claims on the requested lines; `claimedByOthers` is the number of lines that other users have claimed. */
export const lineClaims = {
  claims: listOf({
    lineId: 'line',
    claim: nullable(objectOf(pickClaim)),
  }),
  claimedByOthers: 'integer',
} as const satisfies Shape;
export type LineClaims = Wire<typeof lineClaims>;
