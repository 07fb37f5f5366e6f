import { type BatchStatus, decideBatchDelete } from '../lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { finishPart, hasEnteredQuantities, computeNextGoodMicro, reverseBatch } from './finish.ts';
import { batchStore, type LoadedBatch, toBatchLifecycleInput } from './rows.ts';

/** Handlers for production batch transitions. */
const batchHandlers: DocumentHandlers<LoadedBatch> = {
  store: batchStore,
  async onTransition(ctx, batch, { verb }) {
    const { header } = batch;
    const stamp = { at: ctx.now.toISOString(), name: ctx.actor.name };
    if (verb === 'start') Object.assign(header, { startedAt: stamp.at, startedByName: stamp.name });
    if (verb === 'finish') {
      await finishRemainder(ctx, batch);
      Object.assign(header, { completedAt: stamp.at, completedByName: stamp.name });
    }
    if (verb === 'reopen') {
      await reverseBatch(ctx, batch);
      Object.assign(header, { completedAt: null, completedByName: null });
    }
    // A reason belongs to one transition; the history stores it.
    header.transitionReason = null;
    return batch.lines;
  },
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'production_batch', header._id),
  auditSnapshot: ({ header: { number, recipeId, kitchen, plannedQtyMicro, plannedFor } }) => ({
    number,
    recipeId,
    kitchen,
    plannedQtyMicro,
    plannedFor,
  }),
};

/** Finishes the remaining quantity, unless earlier parts cover everything and nothing else was entered. */
async function finishRemainder(ctx: CommandContext, batch: LoadedBatch): Promise<void> {
  const hasRemainder = computeNextGoodMicro(batch) > 0 || batch.header.lossMicro > 0 || hasEnteredUse(batch);
  if (hasRemainder) await finishPart(ctx, batch);
  else if (batch.header.labourE4 > 0) throw invalid({ labour: refusal('batch-labour-left') });
  else if (batch.header.parts === 0) throw invalid({ produced: refusal('batch-nothing-produced') });
}

/** Whether usage or output was entered. */
const hasEnteredUse = (batch: LoadedBatch): boolean =>
  hasEnteredQuantities(batch) && batch.lines.some(({ enteredQtyMicro }) => (enteredQtyMicro ?? 0) > 0);

/**
 * Changes a batch's status; see `transitionDocument`. Finishing posts the entered quantities; reopening
 * reverses all parts.
 */
export const changeBatchStatus = (
  ctx: CommandContext,
  batch: LoadedBatch,
  to: BatchStatus,
  check: () => Promise<void>,
): Promise<boolean> => transitionDocument(ctx, batchHandlers, batch, to, check);

/**
 * Deletes a batch that wasn't started.
 *
 * @throws ApiProblem 403, 409 once it was started
 */
export async function removeBatch(
  ctx: CommandContext,
  batch: LoadedBatch,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(batchStore, batch, decideBatchDelete(toBatchLifecycleInput(batch), ctx.actor));
  await check();
  await removeDocument(ctx, batchHandlers, batch);
}
