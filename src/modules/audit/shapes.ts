import { mapOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/**
 * One audit entry: who did what to which row, and from where. Entries are never changed, and deleted only
 * after export to a file (`npm run archive`).
 */
export const auditRow = {
  seq: 'required integer',
  at: 'moment',
  userId: 'id?',
  userName: 'text?',
  ip: 'text',
  action: 'text',
  entity: 'text',
  entityId: 'id?',
  before: 'json?',
  after: 'json?',
  requestId: 'id',
  /** Current name of the row, or its name at that time. */
  entityName: 'text?',
  /** Current names of the rows referenced in `before` and `after`, by id. */
  names: mapOf('text'),
} as const satisfies Shape;
export type AuditEntryRow = Wire<typeof auditRow>;
