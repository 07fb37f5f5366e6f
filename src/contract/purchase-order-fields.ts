import type { DocumentFields } from './document-fields.ts';

/**
 * One line of a purchase order, in supplier packs or a unit of the item: one counted unit = `unitNum /
 * unitDen` base units. Quantities and price are per counted unit.
 */
export const purchaseLineFields = {
  lineId: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  packagingId: 'id?',
  /** Null if counted in packs. */
  unit: 'id?',
  /** Counted unit: name of the pack, or symbol of the unit. */
  unitSymbol: 'text',
  unitNum: 'integer',
  unitDen: 'integer',
  qty: 'quantity',
  /** Agreed price without tax; fixed once the order is sent. */
  price: 'price',
  /** `qty` at `price`; null if out of range. */
  value: 'computed money?',
  taxPercent: 'quantity?',
  /** Accepted over all receipts, without rejected quantities. */
  receivedQty: 'quantity',
  rejectedQty: 'quantity',
  billedQty: 'quantity',
  billedValue: 'money',
  /** Returned to the supplier and not billed. */
  returnedQty: 'quantity',
  /** Outstanding quantity; 0 if the line is closed, or the order isn't sent. */
  outstandingQty: 'computed quantity',
  /** Closed short, and why. */
  isClosed: 'flag',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  note: 'text?',
} as const satisfies DocumentFields;

/** A purchase order in lists. */
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
  /** Notes for the supplier. */
  notes: 'text?',
  /** Currency of the order, the supplier's; null for the base currency. */
  currency: 'id?',
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
  /** Ids of the required approvers, separated by spaces (see `requiredApprovers`); empty if none. */
  approvers: 'text',
  transitionReason: 'text?',
} as const satisfies DocumentFields;
