import { suggestionBasis } from '#modules/demand/shapes.ts';
import { type Shape, listOf, type Wire } from '#platform/shapes/shape.ts';
import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';

/**
 * One line of a purchase order, in supplier packs or a unit of the item: one counted unit = `unitNum /
 * unitDen` base units. Quantities and price are per counted unit.
 */
export const purchaseLine = {
  lineId: 'line',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  packagingId: 'id of packagings?',
  /** Null if counted in packs. */
  unit: 'id of units?',
  /** Counted unit: name of the pack, or symbol of the unit. */
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  qty: 'quantity',
  /** Agreed price after the discount, without tax; can't change once the order is sent. */
  price: 'price',
  /** Price before the discount; null without a discount. */
  listPrice: 'price?',
  /** Discount in percent, or as an amount off the whole line. */
  discountPercent: 'quantity?',
  discount: 'money?',
  /** `qty` at `price`; null if out of range. */
  value: 'computed money?',
  taxPercent: 'quantity?',
  /** Accepted on all receipts, excluding rejected quantities. */
  receivedQty: 'quantity',
  rejectedQty: 'quantity',
  billedQty: 'quantity',
  billedValue: 'money',
  /** Returned to the supplier and not invoiced. */
  returnedQty: 'quantity',
  /** Outstanding quantity; 0 if the line is closed, or the order isn't sent. */
  outstandingQty: 'computed quantity',
  /** Whether the line is closed short; the next fields give the reason. */
  isClosed: 'flag',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  note: 'text?',
} as const satisfies Shape;

/** A purchase order in lists. */
export const purchaseSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'label',
  /** One of `purchaseStatuses`. */
  status: 'text',
  supplier: 'id of suppliers',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  place: 'id of branch',
  placeName: 'name',
  placeNameAlt: 'text?',
  userId: 'id of users',
  userName: 'name',
  expectedOn: 'day?',
  sentAt: 'moment?',
  sentByName: 'text?',
  /** Notes for the supplier. */
  notes: 'text?',
  /** Currency of the order, which is the supplier's; null for the base currency. */
  currency: 'id of currencies?',
  lineCount: 'integer',
  /** All lines, without tax and freight. */
  goodsValue: 'money',
  freight: 'money',
  tax: 'money',
  total: 'money',
  /** One of `receivedStatuses`, by quantity. */
  receivedStatus: 'text',
  /** One of `billedStatuses`, by quantity and by amount. */
  billedByQuantity: 'text',
  billedByAmount: 'text',
  /** Ids of the required approvers, separated by spaces (see `findRequiredApprovers`); empty if none. */
  approvers: 'text',
  transitionReason: 'text?',
} as const satisfies Shape;

export type PurchaseLine = Wire<typeof purchaseLine>;

export type PurchaseSummary = Wire<typeof purchaseSummary>;

export const purchaseOrder = {
  ...purchaseSummary,
  /** Names of the possible approvers; empty if none is needed, or if any head office user can approve. */
  approverNames: 'texts',
  items: listOf(purchaseLine),
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type PurchaseOrder = Wire<typeof purchaseOrder>;

const approvalRow = {
  _id: 'key',
  number: 'label',
  supplierName: 'name',
  supplierNameAlt: 'text?',
} as const satisfies Shape;

export const purchaseApprovals = {
  /**
   * Orders awaiting the caller's approval, oldest first; `total` is in `currency`, null for the base
   * currency.
   */
  waiting: listOf({
    ...approvalRow,
    placeName: 'name',
    placeNameAlt: 'text?',
    userName: 'text',
    currency: 'id?',
    total: 'money',
    since: 'moment',
  }),
  /** The caller's orders that another user approved or sent back, newest first. */
  decided: listOf({
    ...approvalRow,
    isApproved: 'flag',
    byName: 'text',
    at: 'moment',
    note: 'text?',
  }),
} as const satisfies Shape;
export type PurchaseApprovals = Wire<typeof purchaseApprovals>;

export const purchaseProposal = {
  itemId: 'required id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  supplier: 'id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  /** Currency of its prices; null for the base currency. */
  currency: 'id?',
  /** Minimum order value; null if not set. */
  minOrderValue: 'money?',
  /** Freight per order, and the order value from which it is free. */
  freight: 'money?',
  freeFreightFrom: 'money?',
  packagingId: 'required id',
  packName: 'text',
  orderMultiple: 'quantity?',
  /** Per pack; null if there is no price. */
  price: 'price?',
  /** Number of packs to order in addition to existing drafts; 0 if the drafts are sufficient. */
  qty: 'quantity',
  /** Quantity of drafts and orders awaiting approval, in base units, and their numbers. */
  drafted: 'quantity',
  draftNumbers: 'texts',
  /**
   * Basis in base units: available stock (null during a blind count), incoming, par if set, and the target
   * (`target`): par, or the forecast for the week after the delivery.
   */
  available: 'quantity?',
  incoming: 'quantity',
  /** Expected usage of available and incoming stock before the purchase arrives; 0 for a par rule. */
  usageBeforeDelivery: 'quantity',
  par: 'quantity?',
  target: 'quantity',
  ...suggestionBasis,
  baseSymbol: 'text',
} as const satisfies Shape;
export type PurchaseProposal = Wire<typeof purchaseProposal>;
