import { chargeTargets, discrepancyActions, discrepancyTypes } from './discrepancy-rules.ts';
import { z } from 'zod';
import { text } from '#platform/shapes/numbers.ts';

export const resolveDiscrepancyInput = z.strictObject({
  action: z.enum(discrepancyActions),
  /** Party that bears the loss; required if damaged goods are written off, or discarded and replaced. */
  chargedTo: z.enum(chargeTargets).optional(),
  note: text().optional(),
});
export type ResolveDiscrepancyInput = z.output<typeof resolveDiscrepancyInput>;

/**
 * Comment by either party on an open or resolved discrepancy. It is recorded in the history and has no other
 * effect.
 */
export const commentInput = z.strictObject({
  comment: z.string().trim().min(1, 'Enter some text').max(500, 'At most 500 characters'),
});
export type CommentInput = z.output<typeof commentInput>;

const ageingFilters = {
  type: z.enum(discrepancyTypes).optional(),
  /** Document type. */
  docType: z.enum(['order', 'transfer']).optional(),
  branch: z.string().optional(),
  kitchen: z.string().optional(),
  chargedTo: z.enum(chargeTargets).optional(),
};

/** Filters for the ageing of open discrepancies. */
export const discrepancyAgeingQueryParams = z.object(ageingFilters);
