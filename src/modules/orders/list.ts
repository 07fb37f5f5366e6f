import type { ListSpec } from '#platform/documents/document-list.ts';
import { orderStatuses } from './status.ts';

/**
 * Statuses, days and sorting of order lists. Unknown statuses are accepted, because other servers may have
 * more.
 */
export const orderListSpec = {
  statuses: orderStatuses,
  hasSeveralStatuses: true,
  filters: { branch: 'id', kitchen: 'id' },
  days: 'deliveryDate',
  /** Statuses are sorted in lifecycle order. */
  sorts: ['createdAt', 'deliveryDate', 'orderNo', 'branchName', 'status', 'lineCount', 'value'],
} as const satisfies ListSpec;
