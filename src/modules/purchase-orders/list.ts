import { billedStatuses, purchaseDeliveries, purchaseStatuses, receivedStatuses } from './purchase-status.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

/**
 * The days are those on which orders are expected, or on which they were received if no day was set; those that
 * are `due` count for the supplier's score.
 */
export const purchaseOrderList = {
  statuses: purchaseStatuses,
  filters: {
    receivedStatus: receivedStatuses,
    billedByQuantity: billedStatuses,
    billedByAmount: billedStatuses,
    supplier: 'id',
    place: 'id',
  },
  conditions: { delivery: purchaseDeliveries },
  days: 'condition',
  sorts: ['createdAt', 'number', 'expectedOn', 'total'],
} as const satisfies ListSpec;
