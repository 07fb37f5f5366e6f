import { type Actor, canOpenPage, type Flag, canWrite, getScope } from './permissions.ts';

/** Collections whose changes need approval if the user's role requires it. */
export const reviewedCollections = ['items', 'packagings'] as const;
export type ReviewedCollection = (typeof reviewedCollections)[number];

export const isReviewed = (collection: string): collection is ReviewedCollection =>
  (reviewedCollections as readonly string[]).includes(collection);

export const reviewStatuses = ['Pending', 'Approved', 'Returned', 'Withdrawn'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** Proposed operation: create, change or delete a row. */
export const reviewOperations = ['create', 'change', 'delete'] as const;
export type ReviewOperation = (typeof reviewOperations)[number];

/** Values that a proposal can affect. */
export const reviewEffectKinds = [
  'packPrice',
  'unitPrice',
  'standardCost',
  'branchPrice',
  /** Cost of one recipe unit of the item: `computeIngredientCostMicro`. */
  'recipeCost',
] as const;

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

/** The flag needed to make the change directly, and to approve it. */
const requiredFlag: Readonly<Record<ReviewOperation, Flag>> = {
  create: 'canCreate',
  change: 'canEdit',
  delete: 'canDelete',
};

/** Page of the review queue. Users without it see only their own proposals. */
export const reviewPage = 'procurements/creation/review';

interface ReviewTransition {
  to: ReviewStatus;
  from: readonly ReviewStatus[];
  party: 'reviewer' | 'proposer';
}

/** All allowed transitions of a review. */
const reviewTransitions: readonly ReviewTransition[] = [
  { to: 'Approved', from: ['Pending'], party: 'reviewer' },
  { to: 'Returned', from: ['Pending'], party: 'reviewer' },
  { to: 'Withdrawn', from: ['Pending', 'Returned'], party: 'proposer' },
  { to: 'Pending', from: ['Pending', 'Returned'], party: 'proposer' },
];

/** The fields of a proposal that the rules use. */
export interface ReviewSubject {
  collection: string;
  operation: string;
  status: string;
  byId: string;
}

/**
 * Returns whether a user sees other users' proposals. A proposal affects all locations, so users who don't
 * have access to all locations see only their own.
 */
export function canSeeAllReviews(actor: Actor): boolean {
  return canOpenPage(actor, reviewPage) && getScope(actor).kind === 'all';
}

/**
 * Returns whether a user may decide on a proposal: they can write the row, can open the review page, and
 * didn't make the proposal. This applies to master admins, too.
 */
export function canDecideReview(
  actor: Actor,
  { collection, operation, byId }: Omit<ReviewSubject, 'status'>,
): boolean {
  if (!isReviewed(collection) || byId === actor._id || !canSeeAllReviews(actor)) return false;
  return canWrite(actor, collection, requiredFlag[operation as ReviewOperation] ?? 'canEdit');
}

/** Returns the statuses that a user may set; `Pending` resubmits a changed proposal. */
export function listAvailableReviewStatuses(actor: Actor, review: ReviewSubject): ReviewStatus[] {
  const isInRole = { reviewer: canDecideReview(actor, review), proposer: review.byId === actor._id };
  return reviewTransitions
    .filter(({ from, party }) => (from as readonly string[]).includes(review.status) && isInRole[party])
    .map(({ to }) => to);
}
