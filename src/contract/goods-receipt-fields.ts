import type { DocumentFields } from './document-fields.ts';

/**
 * One line of a goods receipt. It counts packs of a supplier, or a unit of the item, as a purchase line does: 1 of what it
 * counts = `unitNum / unitDen` base units. Prices and charges are in the money of the receipt, the landed value is in that of
 * the business.
 */
export const goodsReceiptLineFields = {
  lineId: 'text',
  /** The line of the purchase order that it fulfils; null for what nobody ordered. */
  poLineId: 'id?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  /** What was ordered instead of which it came, and its name. */
  substituteFor: 'id?',
  substituteForName: 'text?',
  packagingId: 'id?',
  /** Null where it counts packs. */
  unit: 'id?',
  unitSymbol: 'text',
  unitNum: 'integer',
  unitDen: 'integer',
  /** Accepted: it came into stock, and it is to be paid. */
  qty: 'quantity',
  /** Delivered and not taken: it never was in stock; a credit is expected if it is billed. */
  rejectedQty: 'quantity',
  /** Into stock beside `qty`, to be paid by nobody. */
  freeQty: 'quantity',
  /** All that came into stock, in base units. */
  baseQty: 'quantity',
  /** How much of the purchase line is fulfilled by `qty`, and how much of it was rejected, in what that line counts. */
  coversQty: 'quantity?',
  coversRejectedQty: 'quantity?',
  /** Of one of what the line counts, without tax. */
  price: 'price',
  /** `qty` at `price`; null beyond exact numbers. */
  value: 'computed money?',
  /** Its share of freight and charges. */
  charge: 'money',
  /** What its goods came into stock at: value and charges, in the money of the business. */
  landedValue: 'money',
  lot: 'text?',
  /** The last day on which it is good (YYYY-MM-DD). */
  expiry: 'text?',
  /** As measured when it came, in degrees Celsius. */
  temperature: 'quantity?',
  pieces: 'integer?',
  reason: 'text?',
  reasonCode: 'text?',
  reasonNote: 'text?',
  note: 'text?',
  /** Who received it said that a photo of it was taken, which is attached to the receipt. */
  hasPhoto: 'flag',
  /** How much of it invoices have matched, and at what amount. */
  billedQty: 'quantity',
  /** How much of it went back to the supplier and was not billed. */
  returnedQty: 'quantity',
  billedValue: 'money',
  /** Taken back: its goods have left stock again. */
  isReversed: 'flag',
} as const satisfies DocumentFields;

/** One goods receipt, as lists show it. */
export const goodsReceiptFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  number: 'text',
  /** One of `receiptStatuses`. */
  status: 'text',
  purchaseOrder: 'id?',
  purchaseOrderNo: 'text?',
  supplier: 'id',
  supplierName: 'text',
  supplierNameAlt: 'text?',
  place: 'id',
  placeName: 'text',
  placeNameAlt: 'text?',
  userId: 'id',
  userName: 'text',
  /** When the goods came; `businessDay` is its day by the clock of the place. */
  receivedAt: 'moment',
  businessDay: 'text',
  /** The number of the supplier's delivery note. */
  supplierRef: 'text?',
  notes: 'text?',
  /** In which money it is: the supplier's; null for that of the business. */
  currency: 'id?',
  /** What one of that is in the money of the business, as a decimal number. */
  rate: 'text',
  lineCount: 'integer',
  /** What was accepted, at its prices. */
  goodsValue: 'money',
  freight: 'money',
  charges: 'money',
  /** How freight and charges are spread over the lines: one of `chargeSpreads`. */
  spreadBy: 'text',
  /** What the lines that were not taken back came into stock at, in the money of the business. */
  landedValue: 'money',
  /** What was rejected, at its prices. */
  expectedCredit: 'money',
  transitionReason: 'text?',
  reversedAt: 'moment?',
  reversedByName: 'text?',
} as const satisfies DocumentFields;
