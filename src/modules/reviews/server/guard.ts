import { refusal } from '#core/refusals/refusal.ts';
import type { Actor, Collection } from '#core/permissions.ts';
import { isReviewed } from '#core/reviews.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';

/**
 * Returns whether this user's changes to items, packs and prices need a review, according to the role; those
 * of a master admin never do.
 */
export async function needsReview(db: Queryable, actor: Actor | null): Promise<boolean> {
  if (!actor || actor.isMasterAdmin) return false;
  const role = await db
    .selectFrom('roles')
    .select('requiresReview')
    .where('key', '=', actor.role)
    .executeTakeFirst();
  return role?.requiresReview === 1;
}

/**
 * Guard that every service writing items or packs calls first. Routes that support proposals call
 * `saveOrPropose` instead.
 *
 * @throws ApiProblem 409 `REVIEW_NEEDED`
 */
export async function assertNoReviewNeeded(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  collection: Collection,
): Promise<void> {
  if (ctx.isReviewed || !isReviewed(collection) || !(await needsReview(ctx.db, ctx.actor))) return;
  throw problem('REVIEW_NEEDED', refusal('changes-need-review'));
}

/**
 * Checks once for bulk writers (imports, bulk changes) and returns a context with which services skip the
 * check.
 *
 * @throws ApiProblem 409 `REVIEW_NEEDED` before anything is written
 */
export async function withReviewChecked<C extends WriteContext>(ctx: C, collection: Collection): Promise<C> {
  await assertNoReviewNeeded(ctx, collection);
  return { ...ctx, isReviewed: true };
}
