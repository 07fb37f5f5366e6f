import type { DocumentFields } from './document-fields.ts';

/**
 * One line of an order. Quantities are in the line's `unit`; 1 unit = `unitNum / unitDen` base units of the
 * item. Null means "not set", never 0. `unitCost` is per line unit.
 */
export const orderLineFields = {
  lineId: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  category: 'id?',
  section: 'id?',
  unit: 'id',
  unitSymbol: 'text',
  /** Exact ratio of the line's unit to the base unit at the time of ordering. */
  unitNum: 'integer',
  unitDen: 'integer',
  orderQty: 'quantity',
  approvedQty: 'quantity?',
  pickedQty: 'quantity?',
  shippedQty: 'quantity?',
  receivedQty: 'quantity?',
  damagedQty: 'quantity?',
  shortQty: 'quantity?',
  overQty: 'quantity?',
  /** Pieces picked, of an item counted in pieces; null to derive them from the quantity. */
  pieces: 'integer?',
  /** Quantity reserved at the kitchen; null while nothing is (before acceptance, after shipping). */
  reservedQty: 'computed quantity?',
  /** The branch's stock at the time of ordering; null if it never stocked the item. */
  stockAtOrder: 'quantity?',
  suggestedQty: 'quantity?',
  /** Cost at the time of ordering; stock is valued when it is posted. */
  unitCost: 'price',
  substituteFor: 'text?',
  /** The branch's answer to a substitute before shipment: `accepted` or `refused`. */
  substituteAnswer: 'sparse text?',
  /** Ships only after the branch accepted it (substituting.ts). */
  substituteAsked: 'sparse flag?',
  /** Reason as text, with its code from `/reasons` and note. Null without one. */
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  lots: 'computed json',
  note: 'text?',
  photo: 'text?',
  /** Requirements at the time of shipping: temperature range, and a photo. */
  receivingMinTemp: 'sparse integer?',
  receivingMaxTemp: 'sparse integer?',
  receivingPhoto: 'sparse flag?',
  /** Temperature measured by the branch at receipt, in degrees Celsius. */
  temperature: 'sparse quantity?',
  /** Note and reason refer to the receipt, not to ordering, approval or shipping. */
  noteOfReceipt: 'sparse flag?',
  reasonOfReceipt: 'sparse flag?',
} as const satisfies DocumentFields;

/** An order in lists, without its lines. Timestamps are null until the order gets there. */
export const orderFields = {
  _id: 'text',
  orderNo: 'text',
  /** One of `orderStatuses`; statuses of other servers are shown as received. */
  status: 'text',
  branch: 'id',
  branchName: 'text',
  kitchen: 'id',
  kitchenName: 'text',
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
  deliveryDate: 'text',
  orderType: 'text',
  cutoffAt: 'moment?',
  notes: 'text?',
  transitionReason: 'text?',
  deliveryNoteNo: 'text?',
  driver: 'text?',
  vehicle: 'text?',
  /** Departure of the vehicle, if entered, and the number of crates. */
  departsAt: 'sparse moment?',
  crates: 'sparse integer?',
  /** Substitutes awaiting the branch's answer. */
  substitutesOpen: 'sparse integer?',
  lineCount: 'integer',
  /** At costs at the time of ordering, in the base currency. */
  value: 'money',
  /** Submitted after its cut-off. */
  late: 'flag',
  urgent: 'computed flag',
  hasDiscrepancy: 'flag',
  /** Received, rejected or cancelled: only the notes can be changed. */
  locked: 'computed flag',
} as const satisfies DocumentFields;
