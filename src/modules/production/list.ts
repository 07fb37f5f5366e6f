import { batchStatuses, productionShifts } from './lifecycle.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

export const batchList = {
  statuses: batchStatuses,
  filters: { kitchen: 'id', shift: productionShifts, itemId: 'id' },
  days: 'plannedFor',
  sorts: ['createdAt', 'number', 'plannedFor'],
} as const satisfies ListSpec;
