import { z } from 'zod';
import { id } from '#platform/shapes/common.ts';
import { pageQuery } from '#platform/shapes/numbers.ts';

/** Body of `POST .../archive`: archives rows, or restores them (`isActive: true`), all or none. */
export const archiveInput = z.strictObject({
  ids: z.array(id).min(1, 'At least one').max(500, 'At most 500'),
  isActive: z.boolean(),
});

const { limit, page } = pageQuery(100);
export const historyQueryParams = z.object({ limit, page });
