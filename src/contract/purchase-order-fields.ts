import type { DocumentFields } from './document-fields.ts';

/**
 * One line of a purchase order. It counts packs of a supplier, or a unit of the item: 1 of what it counts =
 * `unitNum / unitDen` base units. Quantities and the price are of one of those.
 */
export const purchaseLineFields = {
  lineId: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  packagingId: 'id?',
  /** Null where it counts packs. */
  unit: 'id?',
  /** What it counts: the name of the pack, or the symbol of the unit. */
  unitSymbol: 'text',
  unitNum: 'integer',
  unitDen: 'integer',
  qty: 'quantity',
  /** Agreed, without tax; fixed once the order is sent. */
  price: 'price',
  /** `qty` at `price`; null beyond exact numbers. */
  value: 'computed money?',
  taxPercent: 'quantity?',
  /** Accepted, over all receipts: what was rejected never came into stock. */
  receivedQty: 'quantity',
  rejectedQty: 'quantity',
  billedQty: 'quantity',
  billedValue: 'money',
  /** Went back to the supplier and was not billed. */
  returnedQty: 'quantity',
  /** What still has to come: nothing of a line that is closed, or of an order that is not on its way. */
  outstandingQty: 'computed quantity',
  /** Closed short: the rest is not waited for any more, and why. */
  isClosed: 'flag',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  note: 'text?',
} as const satisfies DocumentFields;

/** One purchase order, as lists show it. */
export const purchaseOrderFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'text',
  /** One of `purchaseStatuses`. */
  status: 'text',
  supplier: 'id',
  supplierName: 'text',
  supplierNameAlt: 'text?',
  place: 'id',
  placeName: 'text',
  placeNameAlt: 'text?',
  userId: 'id',
  userName: 'text',
  /** YYYY-MM-DD. */
  expectedOn: 'text?',
  sentAt: 'moment?',
  sentByName: 'text?',
  /** What the supplier reads. */
  notes: 'text?',
  /** In which money it is: the supplier's; null for that of the business. */
  currency: 'id?',
  lineCount: 'integer',
  /** All lines, without tax and freight. */
  goodsValue: 'money',
  freight: 'money',
  tax: 'money',
  total: 'money',
  /** One of `receivedStatuses`: by quantity. */
  receivedStatus: 'text',
  /** One of `billedStatuses`: apart by quantity and by amount. */
  billedByQuantity: 'text',
  billedByAmount: 'text',
  /** Ids of who has to approve it, separated by spaces (see `approverOf`); empty: nobody has to. */
  approvers: 'text',
  transitionReason: 'text?',
} as const satisfies DocumentFields;
