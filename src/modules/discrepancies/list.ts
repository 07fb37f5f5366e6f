import { discrepancyAges } from './discrepancy-ages.ts';
import { chargeTargets, discrepancyStatuses, discrepancyTypes } from './discrepancy-rules.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

/** Filters and sort order; `age` is the time since a discrepancy was opened. */
export const discrepancyList = {
  statuses: discrepancyStatuses,
  filters: {
    type: discrepancyTypes,
    docType: ['order', 'transfer'],
    branch: 'id',
    kitchen: 'id',
    chargedTo: chargeTargets,
    orderId: 'id',
  },
  conditions: { age: discrepancyAges },
  days: 'createdAt',
  sorts: ['createdAt', 'value'],
} as const satisfies ListSpec;
