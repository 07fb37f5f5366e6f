import { z } from 'zod';
import { reviewedCollections, reviewStatuses } from '#core/reviews.ts';
import { id } from '#platform/shapes/common.ts';
import { pageQuery, text } from '#platform/shapes/numbers.ts';

const values = z.record(z.string(), z.unknown());

export const reviewQueryParams = z.object({
  ...pageQuery(100),
  status: z.enum(reviewStatuses).optional(),
  collection: z.enum(reviewedCollections).optional(),
  rowId: id.optional(),
  /** Only the caller's own proposals. */
  mine: z.enum(['true', 'false']).optional(),
  /**
   * Only decisions on the caller's own proposals that they haven't marked as seen with `POST /reviews/seen`.
   */
  unseenDecisions: z.enum(['true']).optional(),
  sort: z.enum(['at', '-at', 'name', '-name', 'byName', '-byName', 'status', '-status']).default('-at'),
});
export type ReviewQueryParams = z.output<typeof reviewQueryParams>;

/**
 * A decision, or a resubmission: `change` alone (replaces the previous one), or `status` with a `reason` for
 * a return. `rowVersion` is the row version that the reviewer saw, if the row changed since the proposal.
 */
export const reviewChange = z.strictObject({
  status: z.enum(['Approved', 'Returned', 'Withdrawn']).optional(),
  reason: text(500).optional(),
  rowVersion: z.int().min(1).optional(),
  change: values.optional(),
});
export type ReviewChange = z.output<typeof reviewChange>;

/** Approves several proposals, all or none, each in the version that was reviewed. */
export const reviewApproval = z.strictObject({
  reviews: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(200),
});

/** The caller's own proposals whose decision they have seen. */
export const markReviewsReadInput = z.strictObject({ reviews: z.array(id).min(1).max(200) });
export type MarkReviewsReadInput = z.output<typeof markReviewsReadInput>;
