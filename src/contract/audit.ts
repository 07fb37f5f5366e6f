import { z } from 'zod';
import { id } from './common.ts';
import { calendarDate, instant, pageQuery } from './numbers.ts';

/**
 * One audit entry: who did what to which row, and from where. Entries are never changed, and deleted only
 * after export to a file (`npm run archive`).
 */
export const auditRow = z.object({
  seq: z.number(),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  ip: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  requestId: z.string(),
  /** Current name of the row, or its name at that time. */
  entityName: z.string().nullable(),
  /** Current names of the rows referenced in `before` and `after`, by id. */
  names: z.record(z.string(), z.string()),
});
export type AuditEntryRow = z.output<typeof auditRow>;

const moment = z.union([calendarDate, instant]);

/**
 * `from` and `to` are dates or times, both inclusive; `after` is the `seq` of the last entry received, for
 * the next page of older ones. `q` matches part of a user's name or email. Newest first.
 */
export const auditQueryParams = z.object({
  ...pageQuery(100),
  entity: z.string().max(60).optional(),
  entityId: id.optional(),
  userId: id.optional(),
  action: z.string().max(60).optional(),
  from: moment.optional(),
  to: moment.optional(),
  after: z.coerce.number().int().positive().optional(),
});
