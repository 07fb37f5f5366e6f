import { z } from 'zod';
import { instant, temperature, text } from '#platform/shapes/numbers.ts';
import { checkStatuses } from './check-rules.ts';

/**
 * `POST /safety-checks`. Limits, result and time are derived from the check point and the time of the action.
 */
export const createCheckInput = z.strictObject({
  point: z.string().min(1),
  /** The due time that the check counts for; omit for an additional check. */
  dueAt: instant.optional(),
  /** Degrees Celsius; only for temperatures. */
  reading: temperature.optional(),
  /** Required if the reading is out of limits. */
  correctiveAction: text(1000).optional(),
  secondReading: temperature.optional(),
  note: text(1000).optional(),
  /** Whether a photo will be attached to the check. */
  photo: z.boolean().optional(),
  signedBy: text(120).optional(),
  device: text(80).optional(),
});
export type CreateCheckInput = z.output<typeof createCheckInput>;

/** `PATCH /safety-checks/{id}`: the note, or `{ status }`; voiding requires a reason. */
export const patchCheckInput = z
  .strictObject({
    note: text(1000).optional(),
    status: z.enum(checkStatuses).optional(),
    transitionReason: text().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'There is nothing to change' });
export type PatchCheckInput = z.output<typeof patchCheckInput>;
