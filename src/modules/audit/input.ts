import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import { calendarDate, instant, pageQuery } from '#platform/shapes/numbers.ts';

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
