import { defineDocument, type DocumentHeader } from '#platform/documents/server/define.ts';
import { acceptsCheckPhotos, canAttachToCheck } from '../check-rules.ts';
import { checkLifecycle } from '../lifecycle.ts';
import { safetyCheckList } from '../list.ts';
import { safetyCheckSummary } from '../shapes.ts';

/** Food safety checks in the database. */
export const checkDocument = defineDocument<
  { branch: string },
  DocumentHeader & { branch: string; userId: string }
>({
  type: 'safety_check',
  collection: 'safety-checks',
  table: 'safetyChecks',
  number: 'number',
  series: 'FSC',
  lifecycle: checkLifecycle,
  fields: safetyCheckSummary,
  list: {
    spec: safetyCheckList,
    joins: [['checkPoints', 'point']],
    names: {},
    search: { numbers: ['safetyChecks.number'], words: ['checkPoints.search'] },
  },
  searchColumns: {
    numbers: ['number'],
    words: ['pointName', 'correctiveAction', 'note'],
    day: 'businessDay',
  },
  // Photos are taken by the user who checks, even without permission to edit.
  photos: { flag: 'anyWrite', acceptsPhotos: acceptsCheckPhotos, canAttach: canAttachToCheck },
});
