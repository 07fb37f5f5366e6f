import { type Actor, canOpenPage, type Flag, canWrite, scopeOf } from './permissions.ts';

/** The collections whose changes wait for somebody's look when the role of who makes them asks for it. */
export const reviewedCollections = ['items', 'packagings'] as const;
export type ReviewedCollection = (typeof reviewedCollections)[number];

export const isReviewed = (collection: string): collection is ReviewedCollection =>
  (reviewedCollections as readonly string[]).includes(collection);

export const reviewStatuses = ['Pending', 'Approved', 'Returned', 'Withdrawn'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** What is proposed: a new row, a change of one, or that one is deleted. */
export const reviewOperations = ['create', 'change', 'delete'] as const;
export type ReviewOperation = (typeof reviewOperations)[number];

/** The flag that doing it at once would take, and that approving it takes. */
const flagOf: Readonly<Record<ReviewOperation, Flag>> = {
  create: 'canCreate',
  change: 'canEdit',
  delete: 'canDelete',
};

/** The page where proposals are decided. Who may not open it sees the own ones only. */
export const reviewPage = 'procurements/creation/review';

interface ReviewMove {
  to: ReviewStatus;
  from: readonly ReviewStatus[];
  who: 'reviewer' | 'proposer';
}

/** Every way on from a status; what is not here is refused. */
const reviewMoves: readonly ReviewMove[] = [
  { to: 'Approved', from: ['Pending'], who: 'reviewer' },
  { to: 'Returned', from: ['Pending'], who: 'reviewer' },
  { to: 'Withdrawn', from: ['Pending', 'Returned'], who: 'proposer' },
  { to: 'Pending', from: ['Pending', 'Returned'], who: 'proposer' },
];

/** What the rules ask of a proposal. */
export interface ReviewFacts {
  collection: string;
  operation: string;
  status: string;
  byId: string;
}

/**
 * Whether this person sees what others propose. A proposal is of one place and changes what all of them work with: who
 * is bound to a place, or has none, sees the own ones only.
 */
export function canSeeAllReviews(actor: Actor): boolean {
  return canOpenPage(actor, reviewPage) && scopeOf(actor).kind === 'all';
}

/** Four eyes: who may write the row and open the review page, and did not propose it. Master admins are no exception. */
export function canDecideReview(
  actor: Actor,
  { collection, operation, byId }: Omit<ReviewFacts, 'status'>,
): boolean {
  if (!isReviewed(collection) || byId === actor._id || !canSeeAllReviews(actor)) return false;
  return canWrite(actor, collection, flagOf[operation as ReviewOperation] ?? 'canEdit');
}

/** Where this person may take a proposal from here; `Pending` is to change it and send it again. */
export function availableReviewStatuses(actor: Actor, review: ReviewFacts): ReviewStatus[] {
  const parts = { reviewer: canDecideReview(actor, review), proposer: review.byId === actor._id };
  return reviewMoves
    .filter(({ from, who }) => (from as readonly string[]).includes(review.status) && parts[who])
    .map(({ to }) => to);
}
