import { purchaseOrderList } from '#modules/purchase-orders/list.ts';
import { goodsReceiptList } from '#modules/goods-receipts/list.ts';
import { supplierInvoiceList } from '#modules/supplier-invoices/list.ts';
import { batchList } from '#modules/production/list.ts';
import { goodsReceiptLine, goodsReceiptSummary } from '#modules/goods-receipts/shapes.ts';
import { supplierInvoiceSummary, supplierInvoiceLine } from '#modules/supplier-invoices/shapes.ts';
import { batchSummary, batchLine } from '#modules/production/shapes.ts';
import { purchaseLine, purchaseSummary } from '#modules/purchase-orders/shapes.ts';
import { canAttachToWastage, acceptsWastagePhotos } from '../attachable.ts';
import { batchLifecycle } from '#modules/production/lifecycle.ts';
import { purchaseLifecycle } from '#modules/purchase-orders/lifecycle.ts';
import { invoiceLifecycle } from '#modules/supplier-invoices/lifecycle.ts';
import { receiptLifecycle } from '#modules/goods-receipts/lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { defineDocument, type DocumentHead } from '#platform/documents/server/define.ts';

/** Documents of purchasing (purchase orders, goods receipts, supplier invoices) and production batches. */
export const purchaseDocument = defineDocument<
  { place: string },
  DocumentHead & { place: string; approvers: string; receivedStatus: string }
>({
  type: 'purchase_order',
  collection: 'purchase-orders',
  table: 'purchaseOrders',
  number: 'number',
  series: 'PO',
  lifecycle: purchaseLifecycle,
  scope: { branch: 'purchaseOrders.place' },
  audience: ({ place }) => ({ branches: [place], kitchens: [place] }),
  fields: purchaseSummary,
  lines: {
    table: 'purchaseLines',
    document: 'orderId',
    fields: purchaseLine,
  },
  list: {
    spec: purchaseOrderList,
    joins: [],
    names: {},
    search: { numbers: ['purchaseOrders.number'], words: [] },
  },
  find: { numbers: ['number'], words: ['supplierName', 'notes'], day: 'createdAt' },
  lifecycleInput: { columns: ['place', 'approvers', 'receivedStatus'] },
  refersTo: [
    ['branch', 'purchaseOrders', 'place'],
    ['suppliers', 'purchaseOrders', 'supplier'],
    ['currencies', 'purchaseOrders', 'currency'],
    ['packagings', 'purchaseLines', 'packagingId'],
    ['units', 'purchaseLines', 'unit'],
    ['items', 'purchaseLines', 'itemId'],
    ['users', 'purchaseOrders', 'userId'],
  ],
  reasons: [['purchaseLines', 'reasonCode']],
});

const receiptHeader = { table: 'goodsReceipts', document: '_id' } as const;
const receiptLine = { table: 'goodsReceiptLines', document: 'receiptId' } as const;
export const receiptDocument = defineDocument<
  { place: string },
  DocumentHead & { place: string; userId: string }
>({
  type: 'goods_receipt',
  collection: 'goods-receipts',
  table: 'goodsReceipts',
  number: 'number',
  series: 'GR',
  lifecycle: receiptLifecycle,
  scope: { branch: 'goodsReceipts.place' },
  audience: ({ place }) => ({ branches: [place], kitchens: [place] }),
  fields: goodsReceiptSummary,
  lines: {
    table: 'goodsReceiptLines',
    document: 'receiptId',
    fields: goodsReceiptLine,
  },
  list: {
    spec: goodsReceiptList,
    joins: [],
    names: {},
    search: { numbers: ['goodsReceipts.number', 'goodsReceipts.purchaseOrderNo'], words: [] },
  },
  find: {
    numbers: ['number', 'purchaseOrderNo'],
    words: ['supplierName', 'supplierRef', 'notes'],
    day: 'businessDay',
  },
  lifecycleInput: { columns: ['place'] },
  refersTo: [
    ['branch', 'goodsReceipts', 'place'],
    ['suppliers', 'goodsReceipts', 'supplier'],
    ['currencies', 'goodsReceipts', 'currency'],
    ['packagings', 'goodsReceiptLines', 'packagingId'],
    ['units', 'goodsReceiptLines', 'unit'],
    ['items', 'goodsReceiptLines', 'itemId'],
    ['users', 'goodsReceipts', 'userId'],
  ],
  reasons: [['goodsReceiptLines', 'reasonCode']],
  settles: [
    // Invoices posted before the receipt are matched with it.
    {
      ...receiptHeader,
      column: 'purchaseOrder',
      to: 'purchase_order',
      by: 'head',
      alsoLocks: ['supplier_invoice'],
    },
    { ...receiptLine, column: 'poLineId', to: 'purchase_order', by: 'line' },
  ],
  // The receiver takes the photo, even without permission to edit.
  photos: { flag: 'anyWrite', takes: acceptsWastagePhotos, may: canAttachToWastage },
});

const invoiceLine = { table: 'supplierInvoiceLines', document: 'invoiceId' } as const;
const invoiceMatch = { table: 'invoiceMatches', document: 'invoiceId' } as const;
const returnSettled = (number: string) => refusal('return-settled', { number });
const invoiceCredited = (number: string) => refusal('invoice-credited', { number });

export const invoiceDocument = defineDocument<{ place: string }, DocumentHead & { place: string }>({
  type: 'supplier_invoice',
  collection: 'supplier-invoices',
  table: 'supplierInvoices',
  number: 'number',
  series: 'SI',
  lifecycle: invoiceLifecycle,
  scope: { branch: 'supplierInvoices.place' },
  audience: ({ place }) => ({ branches: [place], kitchens: [place] }),
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
  find: { numbers: ['number', 'supplierNumber'], words: ['supplierName', 'notes'], day: 'date' },
  lifecycleInput: { columns: ['place'] },
  refersTo: [
    ['branch', 'supplierInvoices', 'place'],
    ['suppliers', 'supplierInvoices', 'supplier'],
    ['currencies', 'supplierInvoices', 'currency'],
    ['packagings', 'supplierInvoiceLines', 'packagingId'],
    ['units', 'supplierInvoiceLines', 'unit'],
    ['items', 'supplierInvoiceLines', 'itemId'],
    ['users', 'supplierInvoices', 'userId'],
  ],
  settles: [
    // An invoiced order line is matched with all receipts of that line.
    { ...invoiceLine, column: 'poLineId', to: 'purchase_order', by: 'line', alsoLocks: ['goods_receipt'] },
    { ...invoiceLine, column: 'receiptLineId', to: 'goods_receipt', by: 'line', isCounted: true },
    { ...invoiceMatch, column: 'receiptLineId', to: 'goods_receipt', by: 'line', isCounted: true },
    // Goods returned before they were billed reduced the invoice.
    { ...invoiceMatch, column: 'transferId', to: 'transfer', by: 'head', refusalFor: returnSettled },
    { ...invoiceLine, column: 'creditOf', to: 'supplier_invoice', by: 'line', refusalFor: invoiceCredited },
    { ...invoiceLine, column: 'transferId', to: 'transfer', by: 'head', refusalFor: invoiceCredited },
  ],
});

export const batchDocument = defineDocument<
  { kitchen: string },
  DocumentHead & { kitchen: string; parts: number }
>({
  type: 'production_batch',
  collection: 'production-batches',
  table: 'productionBatches',
  number: 'number',
  series: 'PB',
  lifecycle: batchLifecycle,
  scope: { branch: 'productionBatches.kitchen' },
  audience: ({ kitchen }) => ({ branches: [kitchen], kitchens: [kitchen] }),
  fields: batchSummary,
  lines: { table: 'productionLines', document: 'batchId', fields: batchLine },
  list: {
    spec: batchList,
    joins: [['items', 'itemId']],
    names: {},
    search: { numbers: ['productionBatches.number'], words: ['items.search'] },
  },
  find: { numbers: ['number'], words: ['itemName', 'recipeName', 'notes'], day: 'plannedFor' },
  lifecycleInput: { columns: ['kitchen', 'parts'] },
  refersTo: [
    ['recipes', 'productionBatches', 'recipeId'],
    ['branch', 'productionBatches', 'kitchen'],
    ['items', 'productionBatches', 'itemId'],
    ['items', 'productionLines', 'itemId'],
    ['users', 'productionBatches', 'userId'],
  ],
  reasons: [
    ['productionBatches', 'reasonCode'],
    ['productionParts', 'reasonCode'],
  ],
});
