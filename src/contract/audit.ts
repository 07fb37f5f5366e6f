import { z } from 'zod';
import { id } from './common.ts';
import { calendarDate, instant, pageQuery } from './numbers.ts';

/** One row of the audit: who did what to which row, from where. It is never changed, and goes only once it stands in a file (`npm run archive`). */
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
  /** What the row is called now, or was when this happened. */
  entityName: z.string().nullable(),
  /** What the rows whose ids stand in `before` and `after` are called now, by id. */
  names: z.record(z.string(), z.string()),
});
export type AuditEntryRow = z.output<typeof auditRow>;

const moment = z.union([calendarDate, instant]);

/**
 * `from` and `to` are dates or times, both included; `after` is the `seq` of the last row that the caller has: older
 * ones follow. `q` is part of a person's name or email. Always newest first.
 */
export const auditQuery = z.object({
  ...pageQuery(100),
  entity: z.string().max(60).optional(),
  entityId: id.optional(),
  userId: id.optional(),
  action: z.string().max(60).optional(),
  from: moment.optional(),
  to: moment.optional(),
  after: z.coerce.number().int().positive().optional(),
});
