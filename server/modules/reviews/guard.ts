import { refusal } from '#domain/refusals/refusal.ts';
import type { Actor, Collection } from '#domain/permissions.ts';
import { isReviewed } from '#domain/reviews.ts';
import type { Queryable } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import type { WriteContext } from '../../http/route.ts';

/** Whether this person's changes of items, packs and prices wait: as the role says; a master admin's never do. */
export async function needsReview(db: Queryable, actor: Actor | null): Promise<boolean> {
  if (!actor || actor.isMasterAdmin) return false;
  const role = await db
    .selectFrom('roles')
    .select('asksReview')
    .where('key', '=', actor.role)
    .executeTakeFirst();
  return role?.asksReview === 1;
}

/**
 * Every service that writes items or packs asks here first: nobody whose changes wait comes past, whatever the door.
 * Throws 409 `REVIEW_NEEDED`. Routes that can make a proposal of the change call `saveOrPropose` instead.
 */
export async function assertNoReviewNeeded(
  ctx: Pick<WriteContext, 'db' | 'actor' | 'isReviewed'>,
  collection: Collection,
): Promise<void> {
  if (ctx.isReviewed || !isReviewed(collection) || !(await needsReview(ctx.db, ctx.actor))) return;
  throw problem('REVIEW_NEEDED', refusal('looked-at-first'));
}

/**
 * For writers of many rows at once (imports, bulk changes): asks once, and gives the context for the services, which
 * then ask no more. Throws 409 `REVIEW_NEEDED` for those whose changes wait, before anything is written.
 */
export async function withReviewChecked<C extends WriteContext>(ctx: C, collection: Collection): Promise<C> {
  await assertNoReviewNeeded(ctx, collection);
  return { ...ctx, isReviewed: true };
}
