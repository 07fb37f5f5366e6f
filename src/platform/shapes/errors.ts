import { z } from 'zod';

/**
 * Body of every error response of Commissary's server. `error` is a message for people, `code` is for machines,
 * `fields` maps invalid request fields to messages, and `details` depends on the code (409
 * `ILLEGAL_TRANSITION`: `allowed`; 412 `STALE_VERSION`: `current`).
 */
export const apiError = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ApiErrorBody = z.output<typeof apiError>;
