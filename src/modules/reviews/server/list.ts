import type { ExpressionBuilder } from 'kysely';
import { type Actor, canSeeMoney } from '#core/permissions.ts';
import { canDecideReview, type ReviewedCollection, canSeeAllReviews } from '#core/reviews.ts';
import type { ReviewQueryParams, MarkReviewsReadInput } from '../input.ts';
import type { ReviewDetail, ReviewSummary } from '../shapes.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { nameSortKey, buildWordConditions } from '#platform/server/http/list.ts';
import { notFound } from '#platform/server/http/problems.ts';
import type { RouteResponse, ReadContext, WriteContext } from '#platform/server/http/route.ts';
import { computeReviewEffects } from './effects.ts';
import { findDuplicates, findMissingFields } from './findings.ts';
import { needsReview } from './guard.ts';
import { presentReview, readValues } from './present.ts';
import { reviewTargets, type RowValues } from './targets.ts';

/**
 * SQL condition: the proposals that the user may see; all with access to the review page, otherwise only
 * their own.
 */
export function isReviewVisibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'reviews'>) =>
    canSeeAllReviews(actor) ? eb.and([]) : eb.and([eb('byId', '=', actor._id)]);
}

/** SQL condition: the user's own proposals with a decision that they haven't seen. */
export function isUnseenBy(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'reviews'>) =>
    eb.and([
      eb('byId', '=', actor._id),
      eb('status', 'in', ['Approved', 'Returned']),
      eb('seenAt', 'is', null),
    ]);
}

export async function listReviews(
  db: Queryable,
  actor: Actor,
  query: ReviewQueryParams,
  { prefersAltName }: Pick<ReadContext, 'prefersAltName'>,
): Promise<RouteResponse> {
  let matching = db.selectFrom('reviews').where(isReviewVisibleTo(actor));
  for (const field of ['status', 'collection', 'rowId'] as const) {
    const value = query[field];
    if (value !== undefined) matching = matching.where(field, '=', value);
  }
  if (query.mine === 'true') matching = matching.where('byId', '=', actor._id);
  if (query.unseenDecisions === 'true') matching = matching.where(isUnseenBy(actor));
  for (const condition of buildWordConditions('reviews.search', query.q))
    matching = matching.where(condition);
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
  const field = query.sort.replace('-', '') as 'at' | 'name' | 'byName' | 'status';
  const rows = await matching
    .selectAll()
    .orderBy(field === 'name' ? nameSortKey(db.dialect, 'reviews', prefersAltName) : field, direction)
    .orderBy('_id', direction)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const body = rows.map((row) => presentReview(row, actor));
  return { status: 200, body, headers: { 'x-total-count': String(total) } };
}

/** Returns a proposal with the details for its review; effects only while it is undecided. */
export async function readReview(db: Queryable, actor: Actor, id: string, now: Date): Promise<ReviewDetail> {
  const row = await db.selectFrom('reviews').selectAll().where('_id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const collection = row.collection as ReviewedCollection;
  const current = row.rowId ? await reviewTargets[collection].find(db, row.rowId) : null;
  const change = JSON.parse(row.change) as RowValues;
  const isOpen = row.status === 'Pending' || row.status === 'Returned';
  const after = row.operation === 'delete' ? null : { ...current, ...change };
  const proposed = after ?? current ?? {};
  const effects = isOpen ? await computeReviewEffects(db, collection, { before: current, after }, now) : [];
  const history = JSON.parse(row.history) as ReviewDetail['history'];
  return {
    ...presentReview(row, actor),
    base: row.base === null ? null : readValues(collection, row.base, actor),
    current: current && readValues(collection, JSON.stringify(current), actor),
    history: history.map((step) => ({
      ...step,
      change: step.change && readValues(collection, JSON.stringify(step.change), actor),
    })),
    effects: canSeeMoney(actor, 'cost')
      ? effects
      : effects.filter(
          ({ kind }) => kind === 'unitPrice' || (kind === 'packPrice' && canSeeMoney(actor, 'purchase')),
        ),
    missing: isOpen ? await findMissingFields(db, row, proposed) : [],
    duplicates: isOpen ? await findDuplicates(db, row, proposed) : [],
  };
}

/** Marks decided proposals of the caller as seen; others are ignored. */
export async function markReviewsSeen(ctx: WriteContext<MarkReviewsReadInput>): Promise<ReviewSummary> {
  const actor = ctx.actor as Actor;
  await ctx.db
    .updateTable('reviews')
    .set({ seenAt: ctx.now.toISOString() })
    .where('_id', 'in', ctx.body.reviews)
    .where(isUnseenBy(actor))
    .execute();
  return summariseReviews(ctx.db, actor);
}

/** Counts proposals waiting for the caller, and the caller's own that are pending or were returned. */
export async function summariseReviews(db: Queryable, actor: Actor): Promise<ReviewSummary> {
  const rows = await db
    .selectFrom('reviews')
    .select(['collection', 'operation', 'status', 'byId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', 'in', ['Pending', 'Returned'])
    .groupBy(['collection', 'operation', 'status', 'byId'])
    .execute();
  const unseen = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isUnseenBy(actor))
    .executeTakeFirstOrThrow();
  const count = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + Number(row.count), 0);
  return {
    requiresReview: await needsReview(db, actor),
    waiting: count((row) => row.status === 'Pending' && canDecideReview(actor, row)),
    ownPending: count(({ status, byId }) => status === 'Pending' && byId === actor._id),
    ownReturned: count(({ status, byId }) => status === 'Returned' && byId === actor._id),
    ownUnseenDecisions: Number(unseen.count),
  };
}
