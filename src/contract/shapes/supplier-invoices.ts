import { matchStates } from '#domain/purchasing/match.ts';
import { historyEntry, allowedMove } from './documents.ts';
import { type Shape, listOf, oneOf, type Wire } from '../shape.ts';

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
  /** Number of the referenced document. */
  ofNo: 'text?',
  itemId: 'id',
  itemCode: 'text',
  itemName: 'name',
  itemNameAlt: 'text?',
  packagingId: 'id?',
  unit: 'id?',
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
  /** Billed quantity of the purchase line, in that line's unit. */
  coversQty: 'quantity?',
  /** Matched with accepted goods; the rest wasn't accepted or received. */
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
  supplier: 'id',
  supplierName: 'name',
  supplierNameAlt: 'text?',
  /** The supplier's printed number. */
  supplierNumber: 'text',
  place: 'id',
  placeName: 'name',
  placeNameAlt: 'text?',
  userId: 'id',
  userName: 'name',
  /** The printed date (YYYY-MM-DD). */
  date: 'text',
  currency: 'id?',
  /** Base currency per unit of it, as a decimal number. */
  rate: 'text',
  lineCount: 'integer',
  goodsValue: 'money',
  /** Null: the invoice doesn't mention freight, and expected freight stays open. */
  freight: 'money?',
  tax: 'money',
  /** As printed. */
  total: 'money',
  /** Printed total less lines, freight and tax: rounding differences. */
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
  /** Effective business day, and that of the reversal. */
  postedDay: 'text?',
  reversedDay: 'text?',
  notes: 'text?',
  transitionReason: 'text?',
} as const satisfies Shape;

export type SupplierInvoiceLine = Wire<typeof supplierInvoiceLine>;

export type SupplierInvoiceSummary = Wire<typeof supplierInvoiceSummary>;

/** Match of a line and its effect; for a draft as if posted now. */
export const invoiceMatch = {
  lineId: 'line',
  state: oneOf(matchStates),
  /** In counted units. */
  billedQty: 'quantity',
  /** Accepted and not billed by another invoice. */
  acceptedQty: 'quantity',
  /** Rejected on the same lines: if billed, a credit is expected. */
  rejectedQty: 'quantity',
  /** Billed beyond the accepted quantity. */
  openQty: 'quantity',
  price: 'number',
  /** Receipt price; null if nothing was received. */
  agreedPrice: 'number?',
  /** Price difference in percent, to two decimals. */
  percent: 'number?',
  /** Price in the purchase order per counted unit; null if not ordered, and for substitutes. */
  orderedPrice: 'number?',
  receipts: listOf({
    receiptLineId: 'id',
    receiptId: 'id',
    number: 'text',
    qty: 'quantity',
    price: 'number',
  }),
  /** Effect of the difference to the receipts, in the base currency; null without access to costs. */
  stockDifference: 'number?',
  variance: 'number?',
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
