import { countStatuses, countTypes } from './status.ts';
import type { ListSpec } from '#platform/documents/document-list.ts';

/**
 * `hasQuestions`: whether lines have open questions; counts with questions must be resolved before they can be
 * approved.
 */
export const countList = {
  statuses: countStatuses,
  hasSeveralStatuses: true,
  filters: { branch: 'id', type: countTypes },
  conditions: { hasQuestions: ['yes', 'no'] },
  days: 'businessDay',
  sorts: ['createdAt', 'number'],
} as const satisfies ListSpec;
