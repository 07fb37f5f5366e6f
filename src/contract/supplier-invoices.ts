import { invoiceKinds, invoiceStatuses } from '#domain/purchasing/invoices.ts';
import { matchStates } from '#domain/purchasing/match.ts';
import { z } from 'zod';
import { allowedMove, historyEntry, wireObject } from './document-schemas.ts';
import { requireDaysInOrder } from './require-days-in-order.ts';
import { calendarDate, cappedLimit, money, pageQuery, positiveQuantity, price, text } from './numbers.ts';
import { supplierInvoiceFields, supplierInvoiceLineFields } from './supplier-invoice-fields.ts';

/** One line of a supplier's invoice or credit note. */
export const supplierInvoiceLine = wireObject(supplierInvoiceLineFields, {});
export type SupplierInvoiceLine = z.output<typeof supplierInvoiceLine>;

/** One invoice or credit note as lists show it, without its lines. */
export const supplierInvoiceSummary = wireObject(supplierInvoiceFields, {});
export type SupplierInvoiceSummary = z.output<typeof supplierInvoiceSummary>;

/** What a line is matched with, and what that does; of a draft as it would be posted now. */
export const invoiceMatch = z.object({
  lineId: z.string(),
  state: z.enum(matchStates),
  /** In what the line counts. */
  billedQty: z.number(),
  /** Accepted and not billed by another invoice. */
  acceptedQty: z.number(),
  /** Delivered by the same lines and not taken: a credit is expected as far as it is billed. */
  rejectedQty: z.number(),
  /** Billed beside what was accepted. */
  openQty: z.number(),
  price: z.number(),
  /** At which it was received; null where nothing of it was. */
  agreedPrice: z.number().nullable(),
  /** How far the price is from that, in per cent to two decimals. */
  percent: z.number().nullable(),
  /** The price in the purchase order, of one of what the line counts; null for what was not ordered, and for substitutes. */
  orderedPrice: z.number().nullable(),
  receipts: z.array(
    z.object({
      receiptLineId: z.string(),
      receiptId: z.string(),
      number: z.string(),
      qty: z.number(),
      price: z.number(),
    }),
  ),
  /** What the difference to the receipts does, in the money of the business; null where stock is not told. */
  stockDifference: z.number().nullable(),
  variance: z.number().nullable(),
});
export type InvoiceMatch = z.output<typeof invoiceMatch>;

export const supplierInvoice = supplierInvoiceSummary.extend({
  items: z.array(supplierInvoiceLine),
  match: z.array(invoiceMatch),
  statusHistory: z.array(historyEntry),
  allowedMoves: z.array(allowedMove),
});
export type SupplierInvoice = z.output<typeof supplierInvoice>;

/**
 * A line names what it bills: a line of a receipt, a line of a purchase order, or an item that nobody ordered. On a credit note:
 * the line of a receipt whose price is credited, the billed line that was not accepted in full (`creditOf`), the return to the
 * supplier (`transferId`), or an item alone.
 */
export const invoiceLineInput = z.strictObject({
  poLineId: z.string().min(1).optional(),
  receiptLineId: z.string().min(1).optional(),
  creditOf: z.string().min(1).optional(),
  transferId: z.string().min(1).optional(),
  /** Left out, that of the line that it names. */
  itemId: z.string().min(1).optional(),
  packagingId: z.string().min(1).optional(),
  /** Id or symbol. A line that refers to another line is counted as that one is; another unit is refused. */
  unit: z.string().min(1).optional(),
  qty: positiveQuantity,
  price: price,
  note: text().optional(),
});
export type InvoiceLineInput = z.output<typeof invoiceLineInput>;

const lines = z.array(invoiceLineInput).min(1, 'At least 1').max(500, 'At most 500 lines');

/** What is printed on it besides its lines. */
const printed = {
  number: z.string().trim().min(1).max(60, 'At most 60 characters'),
  date: calendarDate,
  freight: money.nullable().optional(),
  tax: money.optional(),
  total: money,
};

export const createInvoiceInput = z.strictObject({
  kind: z.enum(invoiceKinds).default('invoice'),
  supplier: z.string().min(1),
  /** Left out, that of the lines it names; else the only place of who enters it. */
  place: z.string().min(1).optional(),
  ...printed,
  notes: text(2000).optional(),
  items: lines,
});
export type CreateInvoiceInput = z.output<typeof createInvoiceInput>;

/** `PATCH /supplier-invoices/{id}`: `items` takes the place of all lines; `{ status, transitionReason? }` posts it, or takes it back. */
export const patchInvoiceInput = z
  .strictObject({
    number: printed.number.optional(),
    date: printed.date.optional(),
    freight: printed.freight,
    tax: printed.tax,
    total: printed.total.optional(),
    notes: text(2000).optional(),
    transitionReason: text().optional(),
    items: lines.optional(),
    status: z.enum(invoiceStatuses).optional(),
  })
  .refine(
    (body) =>
      body.status === undefined ||
      Object.keys(body).every((key) => key === 'status' || key === 'transitionReason'),
    {
      error: 'A status change must contain only status and its reason. Save the other fields first',
      path: ['status'],
    },
  )
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchInvoiceInput = z.output<typeof patchInvoiceInput>;

export const invoiceQuery = z.object({
  ...pageQuery(100),
  kind: z.enum(invoiceKinds).optional(),
  status: z.enum(invoiceStatuses).optional(),
  matchState: z.enum(matchStates).optional(),
  supplier: z.string().optional(),
  place: z.string().optional(),
  /** Posted invoices of which something was matched with goods within these days, both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z
    .enum(['createdAt', '-createdAt', 'number', '-number', 'date', '-date', 'total', '-total'])
    .default('-createdAt'),
});

/** Of which supplier and place something is asked; left out: of all. */
export const ofSupplierQuery = z.object({ supplier: z.string().optional(), place: z.string().optional() });

/** Which of what was received and not billed is meant. */
export const accrualSumsQuery = ofSupplierQuery.extend({
  /** The day at whose end it is asked; left out: now. */
  asOf: calendarDate.optional(),
  /** In the number of the receipt, and the names of supplier, place and item. */
  q: z.string().max(200).optional(),
});

/** `GET /supplier-invoices/accruals`: what was received and not billed at the end of a day; all of it where no `limit` is named. */
export const accrualQuery = accrualSumsQuery.extend({
  page: pageQuery(500).page,
  limit: cappedLimit(500).optional(),
  sort: z.enum(['day', '-day', 'receipt', '-receipt', 'value', '-value']).default('day'),
});
export type AccrualQuery = z.output<typeof accrualQuery>;

export const accrual = z.object({
  receiptId: z.string(),
  receiptNo: z.string(),
  receiptLineId: z.string(),
  poLineId: z.string().nullable(),
  supplier: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
  place: z.string(),
  placeName: z.string(),
  placeNameAlt: z.string().nullable(),
  businessDay: z.string(),
  itemId: z.string(),
  itemCode: z.string(),
  itemName: z.string(),
  itemNameAlt: z.string().nullable(),
  unitSymbol: z.string(),
  acceptedQty: z.number(),
  billedQty: z.number(),
  /** Went back and was not billed. */
  returnedQty: z.number(),
  openQty: z.number(),
  price: z.number(),
  /** The price in the purchase order, of one of what the receipt counts; null for what was not ordered, and for substitutes. */
  orderedPrice: z.number().nullable(),
  currency: z.string().nullable(),
  /** What is not billed of goods, and of the freight and charges that the receipt expects, in the money of the business. */
  openValue: z.number(),
  openCharge: z.number(),
});
export type Accrual = z.output<typeof accrual>;

/** `GET /supplier-invoices/accruals/sums`: what all of it comes to, in the money of the business. */
export const accrualSums = z.object({ lines: z.number(), openValue: z.number(), openCharge: z.number() });
export type AccrualSums = z.output<typeof accrualSums>;

/** What suppliers are expected to credit: rejected goods that were billed, prices that they agreed to correct, and goods that went back. */
export const expectedCredit = z.object({
  /** `rejected` names a billed line, `price` a line of a receipt, `return` a transfer. */
  source: z.enum(['rejected', 'price', 'return']),
  creditOf: z.string().nullable(),
  receiptLineId: z.string().nullable(),
  transferId: z.string().nullable(),
  documentId: z.string(),
  number: z.string(),
  supplier: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
  place: z.string(),
  placeName: z.string(),
  placeNameAlt: z.string().nullable(),
  since: z.string(),
  itemId: z.string().nullable(),
  itemName: z.string().nullable(),
  itemNameAlt: z.string().nullable(),
  unitSymbol: z.string().nullable(),
  /** In what the billed line counts; null of a return of several items. */
  qty: z.number().nullable(),
  price: z.number().nullable(),
  /** In whose money the supplier credits; null for that of the business. */
  currency: z.string().nullable(),
  /** What one of that money is in that of the business today; null where no rate is known. */
  rate: z.number().nullable(),
  /** In the money of the business. */
  expected: z.number(),
  received: z.number(),
});
export type ExpectedCredit = z.output<typeof expectedCredit>;

/** `GET /supplier-invoices/statement`: what passed between the business and a supplier from one day to another. */
export const statementQuery = requireDaysInOrder(
  z.object({
    supplier: z.string().min(1),
    from: calendarDate,
    to: calendarDate,
    place: z.string().optional(),
  }),
);

export const supplierStatement = z.object({
  supplier: z.string(),
  from: z.string(),
  to: z.string(),
  /** All amounts are in the money of the business. */
  opening: z.number(),
  rows: z.array(
    z.object({
      kind: z.enum(['receipt', 'invoice', 'credit', 'taken back']),
      documentId: z.string(),
      number: z.string(),
      supplierNumber: z.string().nullable(),
      day: z.string(),
      /** Of an invoice: its printed date and the supplier's payment terms; null where there are none. */
      due: z.string().nullable(),
      place: z.string(),
      placeName: z.string(),
      placeNameAlt: z.string().nullable(),
      /** Of a receipt what it is worth; it owes nothing before it is billed. */
      amount: z.number(),
      /** After this row; a receipt leaves it as it was. */
      balance: z.number(),
    }),
  ),
  invoiced: z.number(),
  credited: z.number(),
  /** What was invoiced less what was credited: payments are not recorded. */
  closing: z.number(),
  /** Received and not billed at the end of the last day. */
  notBilled: z.number(),
});
export type SupplierStatement = z.output<typeof supplierStatement>;

/** `GET /supplier-invoices/scorecards`: suppliers over what was expected of them from one day to another. */
export const scorecardQuery = requireDaysInOrder(
  z.object({
    supplier: z.string().optional(),
    place: z.string().optional(),
    from: calendarDate,
    to: calendarDate,
  }),
);

export const scorecard = z.object({
  supplier: z.string(),
  supplierName: z.string(),
  supplierNameAlt: z.string().nullable(),
  /** Purchase orders that were expected within the days and have come or whose day is over, or received within them without a day. */
  orders: z.number(),
  /** Per cent of the orders with a day whose first receipt came no later; null without any. */
  onTimePercent: z.number().nullable(),
  /** Per cent of the orders whose first receipt brought, accepted, at least all that was ordered of every line. */
  inFullPercent: z.number().nullable(),
  /** By how many per cent what was billed in these days is above what was agreed for the same quantities. */
  priceDriftPercent: z.number().nullable(),
  /** Per cent of what was delivered, at its price, that was not accepted. */
  rejectedPercent: z.number().nullable(),
  /** Days from sending an order to its first receipt, on average. */
  daysToDeliver: z.number().nullable(),
});
export type Scorecard = z.output<typeof scorecard>;
