import { defineDocument, type DocumentHead } from '#platform/documents/server/define.ts';
import { purchaseLifecycle } from '../lifecycle.ts';
import { purchaseOrderList } from '../list.ts';
import { purchaseLine, purchaseSummary } from '../shapes.ts';

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
