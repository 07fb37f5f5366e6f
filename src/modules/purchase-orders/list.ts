import { billedStatuses, purchaseDeliveries, purchaseStatuses, receivedStatuses } from './purchase-status.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

/**
 * The date filter uses the expected day or, if none was set, the day of receipt; `due` orders are those
 * counted in the supplier scorecard.
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
