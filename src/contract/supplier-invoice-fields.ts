import type { DocumentFields } from './document-fields.ts';

/**
 * One line of a supplier's invoice or credit note. It counts what the line of the receipt, or of the purchase order, counts: 1 of
 * that = `unitNum / unitDen` base units. Prices and values are in the money of the invoice, `baseValue` in that of the business.
 */
export const supplierInvoiceLineFields = {
  lineId: 'text',
  poLineId: 'id?',
  /** The line of a receipt that it names; left out, those of its purchase line, oldest first. */
  receiptLineId: 'id?',
  /** On a credit note: the billed line that was not accepted in full. */
  creditOf: 'id?',
  /** On a credit note: the return to the supplier that it answers. */
  transferId: 'id?',
  /** The number of the document that the line names. */
  ofNo: 'text?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'text',
  itemNameAlt: 'text?',
  packagingId: 'id?',
  unit: 'id?',
  unitSymbol: 'text',
  unitNum: 'integer',
  unitDen: 'integer',
  qty: 'quantity',
  /** Of one of what the line counts, without tax. */
  price: 'price',
  /** `qty` at `price`. */
  value: 'money',
  /** Its share of the freight of the invoice. */
  charge: 'money',
  /** Value and charge in the money of the business; all lines together are the whole of it. */
  baseValue: 'money',
  /** How much of its purchase line it bills, in what that counts. */
  coversQty: 'quantity?',
  /** Matched with accepted goods; the rest was not accepted, or has not come. */
  matchedQty: 'quantity',
  /** What of the rest credit notes took back. */
  creditedQty: 'quantity',
  /** One of `matchStates`, as it was when it was posted or, of a draft, when it was last saved. */
  state: 'text',
  note: 'text?',
} as const satisfies DocumentFields;

/** One supplier's invoice or credit note, as lists show it. */
export const supplierInvoiceFields = {
  _id: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** Our own number. */
  number: 'text',
  /** One of `invoiceStatuses`. */
  status: 'text',
  /** One of `invoiceKinds`. */
  kind: 'text',
  supplier: 'id',
  supplierName: 'text',
  supplierNameAlt: 'text?',
  /** The number that the supplier printed on it. */
  supplierNumber: 'text',
  place: 'id',
  placeName: 'text',
  placeNameAlt: 'text?',
  userId: 'id',
  userName: 'text',
  /** The day that is printed on it (YYYY-MM-DD). */
  date: 'text',
  currency: 'id?',
  /** What one of that is in the money of the business, as a decimal number. */
  rate: 'text',
  lineCount: 'integer',
  goodsValue: 'money',
  /** Null: it says nothing of freight; what receipts expect of it stays open. */
  freight: 'money?',
  tax: 'money',
  /** As printed. */
  total: 'money',
  /** What the printed total has beside its lines, freight and tax: roundings of lines. */
  rounding: 'money',
  /** The state of the line that asks most. */
  matchState: 'text',
  /** What it changed in the books, in the money of the business: in stock, and as a variance. Null: not posted, or not told. */
  stockDifference: 'computed cost?',
  variance: 'computed cost?',
  postedAt: 'moment?',
  postedByName: 'text?',
  /** The business day on which it took effect, and that on which it was taken back. */
  postedDay: 'text?',
  reversedDay: 'text?',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies DocumentFields;
