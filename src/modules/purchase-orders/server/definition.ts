import { defineDocument } from '#platform/documents/server/define.ts';
import { purchaseLifecycle } from '../lifecycle.ts';
import { purchaseOrderList } from '../list.ts';
import { purchaseLine, purchaseSummary } from '../shapes.ts';

/** Purchase orders in the database. */
export const purchaseDocument = defineDocument<{ place: string }>({
  type: 'purchase_order',
  collection: 'purchase-orders',
  table: 'purchaseOrders',
  number: 'number',
  series: 'PO',
  lifecycle: purchaseLifecycle,
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
  searchColumns: { numbers: ['number'], words: ['supplierName', 'notes'], day: 'createdAt' },
  lifecycleInput: { columns: ['approvers', 'receivedStatus'] },
  reasons: [['purchaseLines', 'reasonCode']],
});
