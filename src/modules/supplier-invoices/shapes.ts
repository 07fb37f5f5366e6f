import { type Shape, listOf, oneOf, type Wire } from '#platform/shapes/shape.ts';
import { matchStates } from './match.ts';
import { historyEntry, allowedMove } from '#platform/documents/document-shapes.ts';

/**
 * One line of a supplier invoice or credit note, in the counted unit of its receipt or purchase line: one
 * unit = `unitNum / unitDen` base units. Prices and values are in the currency of the invoice, `baseValue` in
 * the base currency.
 */
export const supplierInvoiceLine = {
  lineId: 'line',
  poLineId: 'id?',
  /** The receipt line; default: those of its purchase line, oldest first. */
  receiptLineId: 'id?',
  /** On a credit note: the billed line that wasn't fully accepted. */
  creditOf: 'id?',
  /** On a credit note: the return to the supplier. */
  transferId: 'id?',
  /** Number of the document that the line references. */
  referenceNo: 'text?',
  itemId: 'id of items',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  packagingId: 'id of packagings?',
  unit: 'id of units?',
  unitSymbol: 'text',
  unitNum: 'factor',
  unitDen: 'factor',
  qty: 'quantity',
  /** Per counted unit, without tax. */
  price: 'price',
  /** `qty` at `price`. */
  value: 'money',
  /** Share of the invoice's freight. */
  charge: 'money',
  /** Value and charge in the base currency; the lines add up to the total. */
  baseValue: 'money',
  /** Quantity of the purchase line that is billed, in that line's unit. */
  coversQty: 'quantity?',
  /** Quantity matched with accepted goods; the rest wasn't accepted or isn't received yet. */
  matchedQty: 'quantity',
  /** Part of the rest covered by credit notes. */
  creditedQty: 'quantity',
  /** One of `matchStates`, as of posting, or for a draft as of the last save. */
  state: 'text',
  note: 'text?',
} as const satisfies Shape;

/** A supplier invoice or credit note in lists. */
export const supplierInvoiceSummary = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  /** Our own number. */
  number: 'label',
  /** One of `invoiceStatuses`. */
  status: 'text',
  /** One of `invoiceKinds`. */
  kind: 'text',
  supplier: 'id of suppliers',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  /** The supplier's printed number. */
  supplierNumber: 'text',
  place: 'id of branch',
  placeName: 'name',
  placeNameAlt: 'text?',
  userId: 'id of users',
  userName: 'name',
  /** The printed date. */
  date: 'day',
  currency: 'id of currencies?',
  /** Base currency per unit of `currency`, as a decimal number. */
  rate: 'text',
  lineCount: 'integer',
  goodsValue: 'money',
  /** Null if the invoice doesn't mention freight, so that expected freight stays open. */
  freight: 'money?',
  tax: 'money',
  /** As printed. */
  total: 'money',
  /** Rounding difference: printed total less lines, freight and tax. */
  rounding: 'money',
  /** The most urgent state of its lines. */
  matchState: 'text',
  /**
   * Effect of posting in the base currency: on stock, and as a variance. Null if not posted, or without
   * access to costs.
   */
  stockDifference: 'computed cost?',
  variance: 'computed cost?',
  postedAt: 'moment?',
  postedByName: 'text?',
  /** Effective business days of posting and of the reversal. */
  postedDay: 'day?',
  reversedDay: 'day?',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies Shape;

export type SupplierInvoiceLine = Wire<typeof supplierInvoiceLine>;

export type SupplierInvoiceSummary = Wire<typeof supplierInvoiceSummary>;

/** Match of a line and its effect; for a draft, as if it were posted now. */
export const invoiceMatch = {
  lineId: 'line',
  state: oneOf(matchStates, 'matched'),
  /** In counted units. */
  billedQty: 'quantity',
  /** Accepted, and not billed by a different invoice. */
  acceptedQty: 'quantity',
  /** Rejected on the same lines: if billed, a credit is expected. */
  rejectedQty: 'quantity',
  /** Billed beyond the accepted quantity. */
  openQty: 'quantity',
  price: 'price',
  /** Receipt price; null if nothing was received. */
  agreedPrice: 'price?',
  /** Price difference in percent, to two decimals. */
  percent: 'number?',
  /** Price in the purchase order per counted unit; null if not ordered, and for substitutes. */
  orderedPrice: 'price?',
  /** That price before the discount; null without a discount. */
  listPrice: 'price?',
  receipts: listOf({
    receiptLineId: 'id',
    receiptId: 'id',
    number: 'text',
    qty: 'quantity',
    price: 'price',
  }),
  /** Effect of the difference from the receipts, in the base currency; null without access to costs. */
  stockDifference: 'cost?',
  variance: 'cost?',
} as const satisfies Shape;
export type InvoiceMatch = Wire<typeof invoiceMatch>;

export const supplierInvoice = {
  ...supplierInvoiceSummary,
  items: listOf(supplierInvoiceLine),
  match: listOf(invoiceMatch),
  statusHistory: listOf(historyEntry),
  allowedMoves: listOf(allowedMove),
} as const satisfies Shape;
export type SupplierInvoice = Wire<typeof supplierInvoice>;

export const accrual = {
  receiptId: 'id',
  receiptNo: 'text',
  receiptLineId: 'required id',
  poLineId: 'id?',
  supplier: 'id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  place: 'id',
  placeName: 'name',
  placeNameAlt: 'text?',
  businessDay: 'day',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  unitSymbol: 'text',
  acceptedQty: 'quantity',
  billedQty: 'quantity',
  /** Returned before it was billed. */
  returnedQty: 'quantity',
  openQty: 'quantity',
  price: 'price',
  /**
   * Price in the purchase order per counted unit of the receipt; null if not ordered, and for substitutes.
   */
  orderedPrice: 'price?',
  /** That price before the discount; null without a discount. */
  listPrice: 'price?',
  currency: 'id?',
  /**
   * Unbilled value of goods, and of the freight and charges expected by the receipt, in the base currency.
   */
  openValue: 'money',
  openCharge: 'money',
} as const satisfies Shape;
export type Accrual = Wire<typeof accrual>;

/** `GET /supplier-invoices/accruals/sums`: totals of all accruals, in the base currency. */
export const accrualSums = {
  lines: 'integer',
  openValue: 'money',
  openCharge: 'money',
} as const satisfies Shape;

/** Expected credits from suppliers: billed rejected goods, agreed price corrections, and returned goods. */
export const expectedCredit = {
  /** `rejected` refers to a billed line, `price` to a receipt line, `return` to a transfer. */
  source: oneOf(['rejected', 'price', 'return']),
  creditOf: 'id?',
  receiptLineId: 'id?',
  transferId: 'id?',
  documentId: 'id',
  number: 'text',
  supplier: 'id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  place: 'id',
  placeName: 'name',
  placeNameAlt: 'text?',
  since: 'day',
  itemId: 'id?',
  itemName: 'name?',
  itemNameAlt: 'text?',
  unitSymbol: 'text?',
  /** In the counted unit of the billed line; null for a return of several items. */
  qty: 'quantity?',
  price: 'price?',
  /** Currency of the credit; null for the base currency. */
  currency: 'id?',
  /** Today's exchange rate: base currency per unit of `currency`; null if there is none. */
  rate: 'number?',
  /** In the base currency. */
  expected: 'money',
  received: 'money',
} as const satisfies Shape;
export type ExpectedCredit = Wire<typeof expectedCredit>;

export const supplierStatement = {
  supplier: 'id',
  from: 'day',
  to: 'day',
  /** All amounts are in the base currency. */
  opening: 'money',
  rows: listOf({
    kind: oneOf(['receipt', 'invoice', 'credit', 'reversal'], 'invoice'),
    documentId: 'id',
    number: 'text',
    supplierNumber: 'text?',
    day: 'day',
    /**
     * For an invoice: due date according to the printed date and the supplier's payment terms; null without
     * terms.
     */
    due: 'day?',
    place: 'id',
    placeName: 'name',
    placeNameAlt: 'text?',
    /** For a receipt, its value, which isn't owed before it is billed. */
    amount: 'money',
    /** Balance after this row; receipts don't change it. */
    balance: 'money',
  }),
  invoiced: 'money',
  credited: 'money',
  /** Invoices less credits; payments aren't recorded. */
  closing: 'money',
  /** Received and not invoiced at the end of the last day. */
  notBilled: 'money',
} as const satisfies Shape;
export type SupplierStatement = Wire<typeof supplierStatement>;

export const scorecard = {
  supplier: 'required id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  /**
   * Number of purchase orders that were expected within the period and have arrived or are overdue, or that
   * have no expected day and were received within the period.
   */
  orders: 'integer',
  /** Percentage of orders with an expected day whose first receipt was on time; null if there are none. */
  onTimePercent: 'number?',
  /**
   * Percentage of orders whose first receipt had an accepted quantity of at least the ordered quantity for
   * every line.
   */
  inFullPercent: 'number?',
  /** Percentage by which amounts billed in the period exceed the agreed prices for the same quantities. */
  priceDriftPercent: 'number?',
  /** Percentage of deliveries by value that was rejected. */
  rejectedPercent: 'number?',
  /** Average number of days from sending an order to its first receipt. */
  daysToDeliver: 'number?',
} as const satisfies Shape;
export type Scorecard = Wire<typeof scorecard>;
