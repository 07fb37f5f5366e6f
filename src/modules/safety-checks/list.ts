import { checkStatuses } from './check-rules.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

export const safetyCheckList = {
  statuses: checkStatuses,
  filters: { branch: 'id', point: 'id' },
  conditions: { result: ['outOfLimits', 'late'] },
  days: 'businessDay',
  sorts: ['checkedAt', 'number', 'businessDay'],
} as const satisfies ListSpec;
