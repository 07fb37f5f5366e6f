import { listOf } from '#platform/shapes/shape.ts';
import type { Actor } from '#core/permissions.ts';
import { id } from '#platform/shapes/common.ts';
import { reviewApproval, reviewChange, reviewQueryParams, markReviewsReadInput } from '../input.ts';
import { review, reviewDetail, reviewSummary } from '../shapes.ts';
import {
  type RouteAccess,
  type ExistsContext,
  type Route,
  readRoute,
  writeRoute,
} from '#platform/server/http/route.ts';
import { approveAll, changeReview } from './decide.ts';
import { listReviews, markReviewsSeen, readReview, isReviewVisibleTo, summariseReviews } from './list.ts';

const read: RouteAccess = { kind: 'collection', collection: 'reviews', flag: 'canView' };
const write: RouteAccess = { kind: 'collection', collection: 'reviews', flag: 'anyWrite' };

const exists = async ({ db, actor, params }: ExistsContext): Promise<boolean> => {
  const { id: reviewId } = params;
  if (!id.safeParse(reviewId).success) return false;
  const row = await db
    .selectFrom('reviews')
    .select('_id')
    .where('_id', '=', reviewId as string)
    .where(isReviewVisibleTo(actor))
    .executeTakeFirst();
  return row !== undefined;
};

export const reviewRoutes: Route[] = [
  readRoute({
    path: '/reviews',
    access: read,
    summary:
      'Proposed changes to items and packs, pending and decided. Callers without the review page see their own.',
    query: reviewQueryParams,
    response: listOf(review),
    run: (ctx) => listReviews(ctx.db, ctx.actor as Actor, ctx.query, ctx),
  }),
  readRoute({
    path: '/reviews/summary',
    access: read,
    summary:
      'Number of proposals waiting for the caller, number of the caller’s own proposals that are pending or returned, and whether the caller’s changes need a review.',
    response: reviewSummary,
    run: async ({ db, actor }) => ({ status: 200, body: await summariseReviews(db, actor as Actor) }),
  }),
  readRoute({
    path: '/reviews/:id',
    access: read,
    summary:
      'One proposal: original and current row, changes, effects on prices, missing fields, duplicates.',
    response: reviewDetail,
    exists,
    async run({ db, actor, params, now }) {
      const body = await readReview(db, actor as Actor, params['id'] as string, now);
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'patch',
    path: '/reviews/:id',
    access: write,
    summary:
      'Approves, returns with a reason, withdraws, or replaces the change. Approval checks the row’s rules again; 412 if the row has changed since the proposal, unless rowVersion names its current version.',
    body: reviewChange,
    response: review,
    exists,
    async run(ctx) {
      const body = await changeReview(ctx, ctx.params['id'] as string, ctx.body);
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/reviews/approve',
    access: write,
    summary: 'Approves several proposals in the given versions, all or none.',
    body: reviewApproval,
    response: listOf(review),
    run: async (ctx) => ({ status: 200, body: await approveAll(ctx, ctx.body.reviews) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/reviews/seen',
    access: read,
    summary: 'Marks the caller’s decided proposals as seen and returns the updated summary.',
    body: markReviewsReadInput,
    response: reviewSummary,
    run: async (ctx) => ({ status: 200, body: await markReviewsSeen(ctx) }),
  }),
];
