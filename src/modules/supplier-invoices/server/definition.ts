import { refusal } from '#core/refusals/refusal.ts';
import { defineDocument } from '#platform/documents/server/define.ts';
import { invoiceLifecycle } from '../lifecycle.ts';
import { supplierInvoiceList } from '../list.ts';
import { supplierInvoiceSummary, supplierInvoiceLine } from '../shapes.ts';

const line = { table: 'supplierInvoiceLines', document: 'invoiceId' } as const;
const match = { table: 'invoiceMatches', document: 'invoiceId' } as const;
const buildReturnSettledRefusal = (number: string) => refusal('return-settled', { number });
const buildInvoiceCreditedRefusal = (number: string) => refusal('invoice-credited', { number });

/** Supplier invoices and credit notes in the database. */
export const invoiceDocument = defineDocument<{ place: string }>({
  type: 'supplier_invoice',
  collection: 'supplier-invoices',
  table: 'supplierInvoices',
  number: 'number',
  series: 'SI',
  lifecycle: invoiceLifecycle,
  fields: supplierInvoiceSummary,
  lines: {
    table: 'supplierInvoiceLines',
    document: 'invoiceId',
    fields: supplierInvoiceLine,
  },
  list: {
    spec: supplierInvoiceList,
    joins: [],
    names: {},
    search: { numbers: ['supplierInvoices.number', 'supplierInvoices.supplierNumber'], words: [] },
  },
  searchColumns: { numbers: ['number', 'supplierNumber'], words: ['supplierName', 'notes'], day: 'date' },
  settles: [
    // An invoiced order line is matched with all receipts of that line.
    { ...line, column: 'poLineId', to: 'purchase_order', by: 'line', alsoLocks: ['goods_receipt'] },
    { ...line, column: 'receiptLineId', to: 'goods_receipt', by: 'line', isCounted: true },
    { ...match, column: 'receiptLineId', to: 'goods_receipt', by: 'line', isCounted: true },
    // Goods returned before they were billed reduced the invoice.
    {
      ...match,
      column: 'transferId',
      to: 'transfer',
      by: 'header',
      createRefusal: buildReturnSettledRefusal,
    },
    {
      ...line,
      column: 'creditOf',
      to: 'supplier_invoice',
      by: 'line',
      createRefusal: buildInvoiceCreditedRefusal,
    },
    {
      ...line,
      column: 'transferId',
      to: 'transfer',
      by: 'header',
      createRefusal: buildInvoiceCreditedRefusal,
    },
  ],
});
