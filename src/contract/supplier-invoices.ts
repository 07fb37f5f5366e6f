import { invoiceKinds, invoiceStatuses } from '#domain/purchasing/invoices.ts';
import { matchStates } from '#domain/purchasing/match.ts';
import { z } from 'zod';
import { requireDaysInOrder } from './require-days-in-order.ts';
import { calendarDate, cappedLimit, money, pageQuery, positiveQuantity, price, text } from './numbers.ts';

/**
 * A line refers to what it bills: a receipt line, a purchase order line, or an unordered item. On a credit
 * note: the receipt line whose price is credited, the billed line that wasn't fully accepted (`creditOf`),
 * the return to the supplier (`transferId`), or just an item.
 */
export const invoiceLineInput = z.strictObject({
  poLineId: z.string().min(1).optional(),
  receiptLineId: z.string().min(1).optional(),
  creditOf: z.string().min(1).optional(),
  transferId: z.string().min(1).optional(),
  /** Default: that of the referenced line. */
  itemId: z.string().min(1).optional(),
  packagingId: z.string().min(1).optional(),
  /** Id or symbol. A line that refers to another line uses its unit; another one is refused. */
  unit: z.string().min(1).optional(),
  qty: positiveQuantity,
  price: price,
  note: text().optional(),
});
export type InvoiceLineInput = z.output<typeof invoiceLineInput>;

const lines = z.array(invoiceLineInput).min(1, 'At least 1').max(500, 'At most 500 lines');

/** Printed data besides the lines. */
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
  /** Default: that of the referenced lines, else the caller's only location. */
  place: z.string().min(1).optional(),
  ...printed,
  notes: text(2000).optional(),
  items: lines,
});
export type CreateInvoiceInput = z.output<typeof createInvoiceInput>;

/**
 * `PATCH /supplier-invoices/{id}`: `items` replaces all lines; `{ status, transitionReason? }` posts or
 * reverses it.
 */
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

export const invoiceQueryParams = z.object({
  ...pageQuery(100),
  kind: z.enum(invoiceKinds).optional(),
  status: z.enum(invoiceStatuses).optional(),
  matchState: z.enum(matchStates).optional(),
  supplier: z.string().optional(),
  place: z.string().optional(),
  /** Posted invoices with lines matched to goods within these days, both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z
    .enum(['createdAt', '-createdAt', 'number', '-number', 'date', '-date', 'total', '-total'])
    .default('-createdAt'),
});

/** Filter by supplier and location; default all. */
export const supplierAndPlaceQueryParams = z.object({
  supplier: z.string().optional(),
  place: z.string().optional(),
});

/** Filter of goods received and not invoiced. */
export const accrualSumsQueryParams = supplierAndPlaceQueryParams.extend({
  /** As of the end of this day; default now. */
  asOf: calendarDate.optional(),
  /** Searches receipt number, supplier, location and item. */
  q: z.string().max(200).optional(),
});

/**
 * `GET /supplier-invoices/accruals`: goods received and not invoiced at the end of a day; all of them without
 * a `limit`.
 */
export const accrualQueryParams = accrualSumsQueryParams.extend({
  page: pageQuery(500).page,
  limit: cappedLimit(500).optional(),
  sort: z.enum(['day', '-day', 'receipt', '-receipt', 'value', '-value']).default('day'),
});
export type AccrualQueryParams = z.output<typeof accrualQueryParams>;

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
  /** Returned and not billed. */
  returnedQty: z.number(),
  openQty: z.number(),
  price: z.number(),
  /**
   * Price in the purchase order per counted unit of the receipt; null if not ordered, and for substitutes.
   */
  orderedPrice: z.number().nullable(),
  currency: z.string().nullable(),
  /**
   * Unbilled value of goods, and of the freight and charges expected by the receipt, in the base currency.
   */
  openValue: z.number(),
  openCharge: z.number(),
});
export type Accrual = z.output<typeof accrual>;

/** `GET /supplier-invoices/accruals/sums`: totals of all accruals, in the base currency. */
export const accrualSums = z.object({ lines: z.number(), openValue: z.number(), openCharge: z.number() });
export type AccrualSums = z.output<typeof accrualSums>;

/** Expected credits from suppliers: billed rejected goods, agreed price corrections, and returned goods. */
export const expectedCredit = z.object({
  /** `rejected` refers to a billed line, `price` to a receipt line, `return` to a transfer. */
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
  /** In the counted unit of the billed line; null for a return of several items. */
  qty: z.number().nullable(),
  price: z.number().nullable(),
  /** Currency of the credit; null for the base currency. */
  currency: z.string().nullable(),
  /** Base currency per unit of it today; null without a rate. */
  rate: z.number().nullable(),
  /** In the base currency. */
  expected: z.number(),
  received: z.number(),
});
export type ExpectedCredit = z.output<typeof expectedCredit>;

/** `GET /supplier-invoices/statement`: transactions with a supplier over a range of days. */
export const supplierStatementQueryParams = requireDaysInOrder(
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
  /** All amounts are in the base currency. */
  opening: z.number(),
  rows: z.array(
    z.object({
      kind: z.enum(['receipt', 'invoice', 'credit', 'taken back']),
      documentId: z.string(),
      number: z.string(),
      supplierNumber: z.string().nullable(),
      day: z.string(),
      /** For an invoice: due day by its printed date and the supplier's payment terms; null without terms. */
      due: z.string().nullable(),
      place: z.string(),
      placeName: z.string(),
      placeNameAlt: z.string().nullable(),
      /** For a receipt its value; nothing is owed before it is billed. */
      amount: z.number(),
      /** Balance after this row; receipts don't change it. */
      balance: z.number(),
    }),
  ),
  invoiced: z.number(),
  credited: z.number(),
  /** Invoices less credits; payments aren't recorded. */
  closing: z.number(),
  /** Received and not invoiced at the end of the last day. */
  notBilled: z.number(),
});
export type SupplierStatement = z.output<typeof supplierStatement>;

/** `GET /supplier-invoices/scorecards`: supplier performance over a range of days. */
export const scorecardQueryParams = requireDaysInOrder(
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
  /**
   * Purchase orders expected within the days that arrived or are overdue, or received within them without an
   * expected day.
   */
  orders: z.number(),
  /** Percentage of orders with an expected day whose first receipt was on time; null without any. */
  onTimePercent: z.number().nullable(),
  /**
   * Percentage of orders whose first receipt delivered at least the full ordered quantity of every line,
   * accepted.
   */
  inFullPercent: z.number().nullable(),
  /** Percentage by which amounts billed in these days exceed the agreed prices for the same quantities. */
  priceDriftPercent: z.number().nullable(),
  /** Percentage of deliveries by value that was rejected. */
  rejectedPercent: z.number().nullable(),
  /** Average days from sending an order to its first receipt. */
  daysToDeliver: z.number().nullable(),
});
export type Scorecard = z.output<typeof scorecard>;
