import { z } from 'zod';
import type { Actor } from '#domain/permissions.ts';
import { id } from '#contract/common.ts';
import {
  review,
  reviewApproval,
  reviewChange,
  reviewDetail,
  reviewQuery,
  markReviewsReadInput,
  reviewSummary,
} from '#contract/reviews.ts';
import { type RouteAccess, type ExistsContext, type Route, readRoute, writeRoute } from '../../http/route.ts';
import { approveAll, changeReview } from './decide.ts';
import { listReviews, markReviewsSeen, readReview, visibleReviews, summariseReviews } from './list.ts';

const read: RouteAccess = { kind: 'collection', collection: 'reviews', flag: 'canView' };
const write: RouteAccess = { kind: 'collection', collection: 'reviews', flag: 'anyWrite' };

const exists = async ({ db, actor, params }: ExistsContext): Promise<boolean> => {
  const { id: asked } = params;
  if (!id.safeParse(asked).success) return false;
  const row = await db
    .selectFrom('reviews')
    .select('_id')
    .where('_id', '=', asked as string)
    .where(visibleReviews(actor))
    .executeTakeFirst();
  return row !== undefined;
};

export const reviewRoutes: Route[] = [
  readRoute({
    path: '/reviews',
    access: read,
    summary:
      'Changes of items and packs that wait for a look, or waited. Who may not open the review page sees the own ones.',
    query: reviewQuery,
    response: z.array(review),
    run: (ctx) => listReviews(ctx.db, ctx.actor as Actor, ctx.query, ctx),
  }),
  readRoute({
    path: '/reviews/summary',
    access: read,
    summary:
      'How many wait for the caller, how many of the own wait or came back, and whether the own changes wait.',
    response: reviewSummary,
    run: async ({ db, actor }) => ({ status: 200, body: await summariseReviews(db, actor as Actor) }),
  }),
  readRoute({
    path: '/reviews/:id',
    access: read,
    summary:
      'One proposal: the row as it was and is, what would change, its effect on prices, what is missing, doubles.',
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
      'Approves (the rules of the row run again; 412 when it changed meanwhile: send rowVersion), returns with a reason, withdraws, or sends a new change.',
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
    summary: 'Approves several in the versions that were looked at, all or nothing.',
    body: reviewApproval,
    response: z.array(review),
    run: async (ctx) => ({ status: 200, body: await approveAll(ctx, ctx.body.reviews) }),
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/reviews/seen',
    access: read,
    summary: 'Says that the caller was shown what became of own proposals, and how many are left.',
    body: markReviewsReadInput,
    response: reviewSummary,
    run: async (ctx) => ({ status: 200, body: await markReviewsSeen(ctx) }),
  }),
];
