import { invoiceKinds, invoiceStatuses } from './invoices.ts';
import { z } from 'zod';
import { requireDaysInOrder } from '#platform/shapes/require-days-in-order.ts';
import {
  calendarDate,
  cappedLimit,
  money,
  pageQuery,
  positiveQuantity,
  price,
  text,
} from '#platform/shapes/numbers.ts';

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
  /** Default: the item of the referenced line. */
  itemId: z.string().min(1).optional(),
  packagingId: z.string().min(1).optional(),
  /** Id or symbol. A line that refers to another line uses that line's unit; any other unit is rejected. */
  unit: z.string().min(1).optional(),
  qty: positiveQuantity,
  price,
  note: text().optional(),
});
export type InvoiceLineInput = z.output<typeof invoiceLineInput>;

const lines = z.array(invoiceLineInput).min(1, 'At least 1').max(500, 'At most 500 lines');

/** Printed data other than the lines. */
const printedFields = {
  number: z.string().trim().min(1).max(60, 'At most 60 characters'),
  date: calendarDate,
  freight: money.nullable().optional(),
  tax: money.optional(),
  total: money,
};

export const createInvoiceInput = z.strictObject({
  kind: z.enum(invoiceKinds).default('invoice'),
  supplier: z.string().min(1),
  /** Default: the location of the referenced lines, otherwise the caller's only location. */
  place: z.string().min(1).optional(),
  ...printedFields,
  notes: text(2000).optional(),
  items: lines,
});
export type CreateInvoiceInput = z.output<typeof createInvoiceInput>;

/**
 * `PATCH /supplier-invoices/{id}`: `items` replaces all lines; `{ status, transitionReason? }` posts or
 * reverses the invoice.
 */
export const patchInvoiceInput = z
  .strictObject({
    number: printedFields.number.optional(),
    date: printedFields.date.optional(),
    freight: printedFields.freight,
    tax: printedFields.tax,
    total: printedFields.total.optional(),
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

/** Filters by supplier and location. */
export const supplierAndPlaceQueryParams = z.object({
  supplier: z.string().optional(),
  place: z.string().optional(),
});

/** Filters goods received and not invoiced. */
export const accrualSumsQueryParams = supplierAndPlaceQueryParams.extend({
  /** As of the end of this day; by default, as of now. */
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

/** `GET /supplier-invoices/statement`: transactions with a supplier in a date range. */
export const supplierStatementQueryParams = requireDaysInOrder(
  z.object({
    supplier: z.string().min(1),
    from: calendarDate,
    to: calendarDate,
    place: z.string().optional(),
  }),
);

/** `GET /supplier-invoices/scorecards`: supplier performance in a date range. */
export const scorecardQueryParams = requireDaysInOrder(
  z.object({
    supplier: z.string().optional(),
    place: z.string().optional(),
    from: calendarDate,
    to: calendarDate,
  }),
);
