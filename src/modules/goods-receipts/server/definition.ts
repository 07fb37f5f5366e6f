import { canAttachToWastage, acceptsWastagePhotos } from '#modules/documents/attachable.ts';
import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { receiptLifecycle } from '../lifecycle.ts';
import { goodsReceiptList } from '../list.ts';
import { goodsReceiptLine, goodsReceiptSummary } from '../shapes.ts';

const header = { table: 'goodsReceipts', document: '_id' } as const;
const line = { table: 'goodsReceiptLines', document: 'receiptId' } as const;

/** Goods receipts in the database. */
export const receiptDocument = defineDocument<
  { place: string },
  DocumentHeader & { place: string; userId: string }
>({
  type: 'goods_receipt',
  collection: 'goods-receipts',
  table: 'goodsReceipts',
  number: 'number',
  series: 'GR',
  lifecycle: receiptLifecycle,
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
  searchColumns: {
    numbers: ['number', 'purchaseOrderNo'],
    words: ['supplierName', 'supplierRef', 'notes'],
    day: 'businessDay',
  },
  reasons: [['goodsReceiptLines', 'reasonCode']],
  settles: [
    // Invoices posted before the receipt are matched with it.
    {
      ...header,
      column: 'purchaseOrder',
      to: 'purchase_order',
      by: 'header',
      alsoLocks: ['supplier_invoice'],
    },
    { ...line, column: 'poLineId', to: 'purchase_order', by: 'line' },
  ],
  // The receiver takes the photo, even without permission to edit.
  photos: { flag: 'anyWrite', acceptsPhotos: acceptsWastagePhotos, canAttach: canAttachToWastage },
});
