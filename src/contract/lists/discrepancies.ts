import { discrepancyAges } from '#domain/stock/discrepancy-ages.ts';
import { chargeTargets, discrepancyStatuses, discrepancyTypes } from '#domain/stock/discrepancies.ts';
import type { ListSpec } from '../document-list.ts';

/** `age`: since it was opened. */
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
