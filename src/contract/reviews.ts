import { z } from 'zod';
import { reviewedCollections, reviewOperations, reviewStatuses } from '#domain/reviews.ts';
import { id } from './common.ts';
import { pageQuery, text } from './numbers.ts';

const values = z.record(z.string(), z.unknown());

/** One step in the life of a proposal. */
const reviewStep = z.object({
  /** Proposed, Changed (sent again), or the status it came to. */
  what: z.string(),
  at: z.string(),
  byName: z.string(),
  reason: z.string().nullable(),
  /** What was proposed from then on; null where the step changed nothing about it. */
  change: values.nullable(),
});
export type ReviewStep = z.output<typeof reviewStep>;

/** A change that waits until somebody else has looked at it. */
export const review = z.object({
  _id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  collection: z.enum(reviewedCollections),
  operation: z.enum(reviewOperations),
  /** The row; null while a new one is proposed. */
  rowId: z.string().nullable(),
  /** The item it is about: the row itself, or whose pack it is; null for a new item. */
  itemId: z.string().nullable(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  /** The fields that would change, as they were sent; all that were sent for a new row. */
  change: values,
  /** Version of the row that the change was made on; null for a new row. */
  baseVersion: z.number().nullable(),
  status: z.enum(reviewStatuses),
  byId: z.string(),
  byName: z.string(),
  /** When it was sent last. */
  at: z.string(),
  /** Why it was returned. */
  reason: z.string().nullable(),
  decidedById: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Where the caller may take it: Approved, Returned, Withdrawn, Pending (change it and send it again). */
  allowed: z.array(z.enum(reviewStatuses)),
});
export type Review = z.output<typeof review>;

/** What 202 answers in place of the row: nothing was changed yet. */
export const submittedReview = z.object({ review });
export type SubmittedReview = z.output<typeof submittedReview>;

/** The same for several rows at once: every one of them waits. */
export const submittedReviews = z.object({ reviews: z.array(review) });

export const reviewEffectKinds = [
  'packPrice',
  'unitPrice',
  'standardCost',
  'branchPrice',
  /** What one recipe unit costs in every recipe that uses the item: `ingredientCostMicro`. */
  'recipeCost',
] as const;

/** What a proposal does to a figure, per base unit of the item (`recipeCost`: per recipe unit); null where nothing says it. */
export const reviewEffect = z.object({
  kind: z.enum(reviewEffectKinds),
  /** The pack; null for figures of the item. */
  name: z.string().nullable(),
  unitSymbol: z.string(),
  /** ISO code of what a pack's supplier charges in; null for the base currency. */
  currency: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type ReviewEffect = z.output<typeof reviewEffect>;

/** What is often forgotten, by name of the field; `pack` and `par` are rows of their own. */
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

/** One proposal with all that its reviewer looks at. */
export const reviewDetail = review.extend({
  /** The row as it was when the change was made, and as it is now; null for a new row, and where it is gone. */
  base: values.nullable(),
  current: values.nullable(),
  history: z.array(reviewStep),
  effects: z.array(reviewEffect),
  missing: z.array(z.enum(reviewGaps)),
  /** Rows with the same name, and other proposals of the same name. */
  duplicates: z.array(
    z.object({ _id: z.string(), name: z.string(), code: z.string(), isProposed: z.boolean() }),
  ),
});
export type ReviewDetail = z.output<typeof reviewDetail>;

export const reviewQuery = z.object({
  ...pageQuery(100),
  status: z.enum(reviewStatuses).optional(),
  collection: z.enum(reviewedCollections).optional(),
  rowId: id.optional(),
  /** Only what the caller proposed. */
  mine: z.enum(['true', 'false']).optional(),
  /** Only what was decided about the caller's own and not shown to them: `POST /reviews/seen`. */
  news: z.enum(['true']).optional(),
  sort: z.enum(['at', '-at', 'name', '-name', 'byName', '-byName', 'status', '-status']).default('-at'),
});
export type ReviewQuery = z.output<typeof reviewQuery>;

/** What a menu, a counter and a form want to know. */
export const reviewSummary = z.object({
  /** Whether the caller's own changes of items, packs and prices wait for somebody. */
  asksReview: z.boolean(),
  /** Proposals that wait for the caller's decision. */
  waiting: z.number(),
  /** The caller's own: waiting, and returned. */
  ownPending: z.number(),
  ownReturned: z.number(),
  /** The caller's own that somebody approved or returned since they last looked. */
  ownNews: z.number(),
});
export type ReviewSummary = z.output<typeof reviewSummary>;

/**
 * A decision, or the proposer's next try: `change` alone (it replaces the one before), or `status` with a `reason`
 * where it is returned. `rowVersion` says which version of the live row the reviewer saw, when it is no longer the
 * one that the change was made on.
 */
export const reviewChange = z.strictObject({
  status: z.enum(['Approved', 'Returned', 'Withdrawn']).optional(),
  reason: text(500).optional(),
  rowVersion: z.int().min(1).optional(),
  change: values.optional(),
});
export type ReviewChange = z.output<typeof reviewChange>;

/** Several at once, all or nothing; each in the version that was looked at. */
export const reviewApproval = z.strictObject({
  reviews: z
    .array(z.strictObject({ _id: id, version: z.int().min(1) }))
    .min(1)
    .max(200),
});

/** The caller's own proposals whose decision was shown to them. */
export const markReviewsReadInput = z.strictObject({ reviews: z.array(id).min(1).max(200) });
export type MarkReviewsReadInput = z.output<typeof markReviewsReadInput>;
