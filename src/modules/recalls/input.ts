import { z } from 'zod';
import { recallOutcomes } from './recall-rules.ts';
import { releaseReasons } from '#modules/lots/holds.ts';
import { pageQuery, quantity, text } from '#platform/shapes/numbers.ts';

/** Newest first. */
export const recallQueryParams = z.object({
  ...pageQuery(50),
  id: z.string().optional(),
  state: z.enum(['open']).optional(),
});
export type RecallQueryParams = z.output<typeof recallQueryParams>;

export const startRecallInput = z.strictObject({
  itemId: z.string().min(1),
  lot: z.string().trim().min(1).max(60),
  isPractice: z.boolean(),
  note: text().optional(),
});
export type StartRecallInput = z.output<typeof startRecallInput>;

export const findingInput = z.strictObject({
  recallId: z.string().min(1),
  placeId: z.string().min(1),
  lotId: z.string().min(1),
  /** In the base unit. */
  qty: quantity,
  outcome: z.enum(recallOutcomes).default('set_aside'),
  note: text().optional(),
});
export type FindingInput = z.input<typeof findingInput>;

export const endRecallInput = z.strictObject({ recallId: z.string().min(1), note: text().optional() });
export type EndRecallInput = z.output<typeof endRecallInput>;

/** Releases one lot that the recall holds. */
export const releaseRecalledInput = z
  .strictObject({
    recallId: z.string().min(1),
    lotId: z.string().min(1),
    reasonCode: z.enum(releaseReasons),
    note: text().optional(),
  })
  .refine(({ reasonCode, note }) => reasonCode !== 'other' || Boolean(note), {
    error: 'This reason needs a note.',
    path: ['note'],
  });
export type ReleaseRecalledInput = z.output<typeof releaseRecalledInput>;

export const recallSalesQueryParams = z.object({ id: z.string().min(1) });
