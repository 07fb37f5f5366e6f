import {
  reviewedCollections,
  reviewOperations,
  reviewStatuses,
  reviewEffectKinds,
  reviewGaps,
} from '#core/reviews.ts';
import { oneOf, listOf, objectOf, type Shape, type Wire } from '#platform/shapes/shape.ts';

/** A change awaiting another user's approval. */
export const review = {
  _id: 'key',
  createdAt: 'moment',
  updatedAt: 'moment',
  version: 'integer',
  collection: oneOf(reviewedCollections),
  operation: oneOf(reviewOperations),
  /** The row; null for a new one. */
  rowId: 'id?',
  /** The item concerned: the row itself, or the pack's item; null for a new item. */
  itemId: 'id?',
  name: 'name',
  nameAlt: 'text?',
  /** The proposed fields with their values; all fields for a new row. */
  change: 'values',
  /** Version of the row that the change is based on; null for a new row. */
  baseVersion: 'integer?',
  status: oneOf(reviewStatuses),
  byId: 'id',
  byName: 'text',
  /** Time of the last submission. */
  at: 'moment',
  /** Reason for the return. */
  reason: 'text?',
  decidedById: 'id?',
  decidedByName: 'text?',
  decidedAt: 'moment?',
  /** Statuses that the caller may set: Approved, Returned, Withdrawn, Pending (edit and resubmit). */
  allowed: listOf(oneOf(reviewStatuses)),
} as const satisfies Shape;
export type Review = Wire<typeof review>;

/** Body of a 202 response: the change awaits approval and has not been applied. */
export const submittedReview = {
  review: objectOf(review),
} as const satisfies Shape;

/** Body of a 202 response: changes to several rows await approval and have not been applied. */
export const submittedReviews = {
  reviews: listOf(review),
} as const satisfies Shape;

/** Counts for menus and badges. */
export const reviewSummary = {
  /** Whether the caller's changes to items, packs and prices need approval. */
  requiresReview: 'flag',
  /** Proposals awaiting the caller's decision. */
  waiting: 'integer',
  /** The caller's own pending and returned proposals. */
  ownPending: 'integer',
  ownReturned: 'integer',
  /** Unseen decisions on the caller's own proposals. */
  ownUnseenDecisions: 'integer',
} as const satisfies Shape;
export type ReviewSummary = Wire<typeof reviewSummary>;

/** One step in the history of a proposal. */
const reviewStep = {
  /** Proposed, Changed (resubmitted), or the resulting status. */
  event: 'text',
  at: 'moment',
  byName: 'text',
  reason: 'text?',
  /** The proposed change after this step; null if the step didn't change it. */
  change: 'values?',
} as const satisfies Shape;
export type ReviewStep = Wire<typeof reviewStep>;

/**
 * Effect of a proposal on a figure, per base unit of the item (`recipeCost`: per recipe unit); null if
 * unknown.
 */
const reviewEffect = {
  kind: oneOf(reviewEffectKinds),
  /** The pack; null for figures of the item. */
  name: 'text?',
  unitSymbol: 'text',
  /** ISO code of the currency of a pack's supplier; null for the base currency. */
  currency: 'text?',
  before: 'price?',
  after: 'price?',
} as const satisfies Shape;
export type ReviewEffect = Wire<typeof reviewEffect>;

/** A proposal with everything that a reviewer needs. */
export const reviewDetail = {
  ...review,
  /** The row at the time of the proposal, and now; null for a new or deleted row. */
  base: 'values?',
  current: 'values?',
  history: listOf(reviewStep),
  effects: listOf(reviewEffect),
  missing: listOf(oneOf(reviewGaps)),
  /** Existing rows and other open proposals with the same name. */
  duplicates: listOf({
    _id: 'key',
    name: 'text',
    code: 'text',
    isProposed: 'flag',
  }),
} as const satisfies Shape;
export type ReviewDetail = Wire<typeof reviewDetail>;
