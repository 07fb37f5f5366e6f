import { toMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import { notFound, problem } from '#platform/server/http/problems.ts';
import type { RecordPrepInput } from '../input.ts';
import { createBatch } from './create.ts';
import { editBatch } from './edit.ts';
import { assertOwnKitchen } from './expected-demand.ts';
import { loadMadeQuantities } from './plan.ts';
import { batchStore, type LoadedBatch } from './rows.ts';
import { changeBatchStatus } from './status.ts';

const noCheck = async () => {};

/**
 * Posts an item of a prep list as made: finishes the open batch, or a new one, with the quantity made.
 *
 * @throws ApiProblem 404 for a location or batch out of scope, 403, 409 ILLEGAL_TRANSITION if the item was
 *   recorded since the list was loaded, and the errors of finishing a batch (409, 422)
 */
export async function recordPrep(ctx: CommandContext, input: RecordPrepInput): Promise<LoadedBatch> {
  const { tx } = ctx;
  const { kitchen, day, recipeId, qty, batchId } = input;
  assertPlausibleYear(ctx.now, 'planned', day, 'day');
  await assertOwnKitchen(tx, ctx.actor, kitchen);
  // Serialized, because two concurrent requests would both be based on the same quantity made.
  await acquireTransactionLock(tx, `production of ${kitchen}`);
  const batch =
    batchId === undefined
      ? await createBatch(ctx, { recipeId: recipeId ?? '', kitchen, plannedQty: qty, plannedFor: day })
      : await batchStore.lock(tx, ctx.actor, batchId);
  const { header } = batch;
  if (header.kitchen !== kitchen) throw notFound();
  // An open batch can be finished only once; a new one requires that the quantity shown is still current.
  const isCurrent =
    batchId === undefined
      ? ((await loadMadeQuantities(tx, kitchen, day)).get(header.itemId) ?? 0) === toMicro(input.shownMadeQty)
      : header.status === 'Planned' || header.status === 'In Progress';
  if (!isCurrent) throw problem('ILLEGAL_TRANSITION', refusal('prep-recorded', { item: header.itemName }));
  if (header.status === 'Planned') await changeBatchStatus(ctx, batch, 'In Progress', noCheck);
  if (batchId !== undefined) await editBatch(ctx, batch, { produced: [{ itemId: header.itemId, qty }] });
  await changeBatchStatus(ctx, batch, 'Completed', noCheck);
  return batch;
}
