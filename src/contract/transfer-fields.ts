import type { DocumentFields } from './document-fields.ts';

/**
 * One line of a transfer. All quantities are in its `unit`; 1 unit = `unitNum / unitDen` base units of the item. Null is
 * "not said", never 0.
 */
export const transferLineFields = {
  lineId: 'text',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  unit: 'id',
  unitSymbol: 'text',
  unitNum: 'integer',
  unitDen: 'integer',
  /** What is to go, or what is asked for. */
  qty: 'computed quantity',
  /** What the giver sends; null: all of `qty`. */
  shippedQty: 'quantity?',
  receivedQty: 'quantity?',
  damagedQty: 'quantity?',
  shortQty: 'quantity?',
  overQty: 'quantity?',
  /** Of an item that is counted in pieces: how many are sent. Null: what follows from the quantity. */
  pieces: 'integer?',
  /** Why it goes back, in words; the code of that among `/reasons`, and what was added. */
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  /** Of a return, one of `returnDestinations`: where it goes once it is back. The reason decides it. */
  goesTo: 'text?',
  /** Of a return: the line by which the goods came, and the number of its document. */
  returnOf: 'id?',
  returnOfNo: 'text?',
  /** The lots that were sent, or are to be; what the taker says of each. */
  lots: 'computed json',
  /** What the taker is charged for what was sent, and for one unit of it; null until it is sent. */
  value: 'money?',
  unitPrice: 'computed price?',
  /** What it cost the giver, and the named difference to `value`: for who may see the giver's costs, else null. */
  cost: 'computed cost?',
  difference: 'computed cost?',
  /** What the taker says of what came otherwise than it was sent, in words; the code of that among `/reasons`, and what was added. */
  receivedReason: 'text?',
  receivedReasonCode: 'text?',
  receivedReasonNote: 'text?',
  note: 'text?',
  photo: 'text?',
} as const satisfies DocumentFields;

/** One transfer or return, as lists show it. Times are null until it got there. */
export const transferFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'text',
  /** One of `transferKinds`. */
  kind: 'text',
  /** One of `transferStatuses`. */
  status: 'text',
  from: 'id',
  fromName: 'text',
  fromNameAlt: 'text?',
  /** A branch or kitchen; of a return to a supplier the supplier. */
  to: 'id',
  toName: 'text',
  toNameAlt: 'text?',
  userId: 'id',
  userName: 'text',
  /** Made by the one that is to get the goods: it asks for them, and the giver sends. */
  isRequest: 'flag',
  noteNo: 'text?',
  sentAt: 'moment?',
  sentBy: 'id?',
  sentByName: 'text?',
  /** Said to have arrived while nobody had said yet that it was sent: it is received as soon as it is. */
  arrivedAt: 'moment?',
  receivedAt: 'moment?',
  receivedBy: 'id?',
  receivedByName: 'text?',
  driver: 'text?',
  vehicle: 'text?',
  notes: 'text?',
  lineCount: 'integer',
  /** One of `priceRules`; null until it is sent. */
  priceRule: 'text?',
  /** What the taker is charged for all of it; null until it is sent. */
  value: 'money?',
  /** As on the lines: for who may see the giver's costs. */
  cost: 'computed cost?',
  difference: 'computed cost?',
  hasDiscrepancy: 'flag',
  /** Of a return to a supplier: what it owes us, and by which note it gave how much back. */
  creditExpected: 'money?',
  creditReceived: 'money?',
  creditNote: 'text?',
} as const satisfies DocumentFields;
