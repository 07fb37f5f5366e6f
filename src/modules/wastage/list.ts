import { wastageStatuses } from './wastage-rules.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

export const wastageList = {
  statuses: wastageStatuses,
  filters: { branch: 'id', item: 'id', reason: 'id' },
  days: 'businessDay',
  sorts: ['dateTime', 'number'],
} as const satisfies ListSpec;
