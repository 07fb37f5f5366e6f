import { transferKinds, transferStatuses } from './kinds.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

export const transferList = {
  statuses: transferStatuses,
  filters: { kind: transferKinds, from: 'id', to: 'id' },
  days: null,
  sorts: ['createdAt', 'number'],
} as const satisfies ListSpec;
