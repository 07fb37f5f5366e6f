import { refusal } from '#core/refusals/refusal.ts';
import { canWrite } from '#core/permissions.ts';
import type { z } from 'zod';
import type { Mergeable, mergeInput } from '#platform/shapes/bulk-changes.ts';
import type { MergeResult } from '#platform/shapes/bulk-changes-shape.ts';
import { items } from '#modules/items/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { subCategories } from '#modules/sub-categories/collection.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { assertNoReviewNeeded } from '#modules/reviews/server/guard.ts';
import { type MergePlan, planMerge } from './merge-plan.ts';
import { emitRowEvents, lockRow } from './service.ts';
import { findRow, updateRow } from '#platform/collections/server/store.ts';

/**
 * Returns the number of rows a merge would change.
 *
 * @throws ApiProblem 422 if the target isn't allowed
 */
export async function previewMerge(
  db: Queryable,
  resource: Resource,
  source: string,
  target: string,
): Promise<MergeResult> {
  await lockMergeTarget(db, resource, source, target);
  const collection = resource.collection as Mergeable;
  return toMergeResult(target, await planMerge(db, { collection, source, target }));
}

/**
 * Moves all references from a row to a different one and archives it, in one transaction.
 *
 * @throws ApiProblem 403 without permission to edit the items, 409 if the user's changes need a review, 412
 *   for an outdated version, 422 if the target isn't allowed
 */
export async function mergeRow(
  ctx: WriteContext<z.output<typeof mergeInput>>,
  resource: Resource,
): Promise<MergeResult> {
  const { db, body } = ctx;
  const source = await lockRow(ctx, resource, ctx.params['id'] as string);
  await lockMergeTarget(db, resource, source._id, body.into);
  const collection = resource.collection as Mergeable;
  const plan = await planMerge(db, { collection, source: source._id, target: body.into });
  if (plan.items.length > 0 && !(ctx.actor && canWrite(ctx.actor, 'items', 'canEdit'))) {
    throw forbidden(refusal('merge-items', { n: plan.items.length }));
  }
  if (plan.items.length > 0) await assertNoReviewNeeded(ctx, 'items');
  for await (const { _id, version, before, after } of withEventLoopYields(plan.items)) {
    await ctx.db
      .updateTable('items')
      .set({ ...after, ...buildNextVersion(ctx, version) })
      .where('_id', '=', _id)
      .execute();
    await ctx.audit({ action: 'edit', entity: 'items', id: _id, before, after });
  }
  // One event is enough for clients to reload all items.
  if (plan.items[0]) emitRowEvents(ctx, items, plan.items[0]._id, 'changed');
  for await (const { _id, version } of withEventLoopYields(plan.movedSubCategories)) {
    const after = { parent: body.into };
    await updateRow(db, subCategories, _id, { ...after, ...buildNextVersion(ctx, version) });
    await ctx.audit({
      action: 'edit',
      entity: 'sub-categories',
      id: _id,
      before: { parent: source._id },
      after,
    });
    emitRowEvents(ctx, subCategories, _id, 'changed');
  }
  for await (const { _id, version, into } of withEventLoopYields(plan.mergedSubCategories))
    await archive(ctx, subCategories, _id, version, into);
  await archive(ctx, resource, source._id, source.version, body.into);
  return toMergeResult(body.into, plan);
}

const buildNextVersion = (ctx: WriteContext, version: number) => ({
  version: version + 1,
  updatedAt: ctx.now.toISOString(),
});

async function archive(
  ctx: WriteContext,
  resource: Resource,
  id: string,
  version: number,
  mergedInto: string,
): Promise<void> {
  await updateRow(ctx.db, resource, id, { isActive: 0, ...buildNextVersion(ctx, version) });
  await ctx.audit({
    action: 'merge',
    entity: resource.collection,
    id,
    before: { isActive: true },
    after: { isActive: false, mergedInto },
  });
  emitRowEvents(ctx, resource, id, 'changed');
}

/** Locks the target row, and asserts that rows can be merged into it. */
async function lockMergeTarget(
  db: Queryable,
  resource: Resource,
  source: string,
  target: string,
): Promise<void> {
  const label = resource.labels.one.toLowerCase();
  if (target === source) throw invalid({ into: refusal('merge-itself', { record: label }) });
  await lockRowsShared(db, resource.table as keyof Database, [target]);
  const row = await findRow(db, resource, target);
  if (!row) throw invalid({ into: refusal('no-such-record', { record: label }) });
  if (!row.isActive) throw invalid({ into: refusal('archived-restore', { name: String(row['name']) }) });
}

function toMergeResult(
  into: string,
  { items: movedItems, movedSubCategories, mergedSubCategories }: MergePlan,
): MergeResult {
  return {
    into,
    items: movedItems.length,
    subCategories: movedSubCategories.length,
    merged: mergedSubCategories.length,
  };
}
