import { wastageStatuses } from '#domain/stock/wastage.ts';
import type { ListSpec } from '../document-list.ts';

export const wastageList = {
  statuses: wastageStatuses,
  filters: { branch: 'id', item: 'id', reason: 'id' },
  days: 'businessDay',
  sorts: ['dateTime', 'number'],
} as const satisfies ListSpec;
