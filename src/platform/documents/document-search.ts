import { z } from 'zod';
import { cappedLimit } from '#platform/shapes/numbers.ts';

/** `limit`: maximum number of results per document kind, at most 20. */
export const documentSearch = z.object({
  q: z.string().trim().max(100).optional(),
  limit: cappedLimit(20).default(6),
});
