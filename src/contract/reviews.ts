import { z } from 'zod';
import { reviewedCollections, reviewOperations, reviewStatuses } from '#domain/reviews.ts';
import { id } from './common.ts';
import { pageQuery, text } from './numbers.ts';

const values = z.record(z.string(), z.unknown());

/** One step in the history of a proposal. */
const reviewStep = z.object({
  /** Proposed, Changed (resubmitted), or the resulting status. */
  what: z.string(),
  at: z.string(),
  byName: z.string(),
  reason: z.string().nullable(),
  /** The proposed change from then on; null if the step didn't change it. */
  change: values.nullable(),
});
export type ReviewStep = z.output<typeof reviewStep>;

/** A change awaiting another user's approval. */
export const review = z.object({
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  collection: z.enum(reviewedCollections),
  operation: z.enum(reviewOperations),
  /** The row; null for a new one. */
  rowId: z.string().nullable(),
  /** The item concerned: the row itself, or the pack's item; null for a new item. */
  itemId: z.string().nullable(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  /** The fields to change as sent; for a new row all of them. */
  change: values,
  /** Version of the row that the change is based on; null for a new row. */
  baseVersion: z.number().nullable(),
  status: z.enum(reviewStatuses),
  byId: z.string(),
  byName: z.string(),
  /** Time of the last submission. */
  at: z.string(),
  /** Reason for the return. */
  reason: z.string().nullable(),
  decidedById: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Statuses that the caller may set: Approved, Returned, Withdrawn, Pending (edit and resubmit). */
  allowed: z.array(z.enum(reviewStatuses)),
});
export type Review = z.output<typeof review>;

/** Response 202 instead of the row: nothing was changed yet. */
export const submittedReview = z.object({ review });
export type SubmittedReview = z.output<typeof submittedReview>;

/** The same for several rows, all of which await approval. */
export const submittedReviews = z.object({ reviews: z.array(review) });

export const reviewEffectKinds = [
  'packPrice',
  'unitPrice',
  'standardCost',
  'branchPrice',
  /** Cost of one recipe unit of the item: `ingredientCostMicro`. */
  'recipeCost',
] as const;

/**
 * Effect of a proposal on a figure, per base unit of the item (`recipeCost`: per recipe unit); null if
 * unknown.
 */
export const reviewEffect = z.object({
  kind: z.enum(reviewEffectKinds),
  /** The pack; null for figures of the item. */
  name: z.string().nullable(),
  unitSymbol: z.string(),
  /** ISO code of the currency of a pack's supplier; null for the base currency. */
  currency: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type ReviewEffect = z.output<typeof reviewEffect>;

/** Fields that are often left empty; `pack` and `par` are separate rows. */
export const reviewGaps = [
  'nameAlt',
  'section',
  'allergens',
  'unitPrice',
  'tax',
  'barcodes',
  'pack',
  'par',
  'supplierId',
  'price',
] as const;

/** A proposal with everything that a reviewer needs. */
export const reviewDetail = review.extend({
  /** The row at the time of the proposal, and now; null for a new or deleted row. */
  base: values.nullable(),
  current: values.nullable(),
  history: z.array(reviewStep),
  effects: z.array(reviewEffect),
  missing: z.array(z.enum(reviewGaps)),
  /** Rows with the same name, and other proposals for it. */
  duplicates: z.array(
    z.object({ _id: z.string(), name: z.string(), code: z.string(), isProposed: z.boolean() }),
  ),
});
export type ReviewDetail = z.output<typeof reviewDetail>;

export const reviewQueryParams = z.object({
  ...pageQuery(100),
  status: z.enum(reviewStatuses).optional(),
  collection: z.enum(reviewedCollections).optional(),
  rowId: id.optional(),
  /** Only the caller's own proposals. */
  mine: z.enum(['true', 'false']).optional(),
  /** Only decisions on own proposals that the caller hasn't seen: `POST /reviews/seen`. */
  news: z.enum(['true']).optional(),
  sort: z.enum(['at', '-at', 'name', '-name', 'byName', '-byName', 'status', '-status']).default('-at'),
});
export type ReviewQueryParams = z.output<typeof reviewQueryParams>;

/** Counts for menus and badges. */
export const reviewSummary = z.object({
  /** Whether the caller's changes to items, packs and prices need approval. */
  asksReview: z.boolean(),
  /** Proposals awaiting the caller's decision. */
  waiting: z.number(),
  /** The caller's own pending and returned proposals. */
  ownPending: z.number(),
  ownReturned: z.number(),
  /** Unseen decisions on the caller's own proposals. */
  ownNews: z.number(),
});
export type ReviewSummary = z.output<typeof reviewSummary>;

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

/** Approves several, all or none; each with the version that was reviewed. */
export const reviewApproval = z.strictObject({
  reviews: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(200),
});

/** The caller's own proposals whose decision they have seen. */
export const markReviewsReadInput = z.strictObject({ reviews: z.array(id).min(1).max(200) });
export type MarkReviewsReadInput = z.output<typeof markReviewsReadInput>;
