import { fromE4 } from '#core/money.ts';
import { fromMicro } from '#core/quantity.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { createBatch } from '#modules/production/server/create.ts';
import { editBatch } from '#modules/production/server/edit.ts';
import { changeBatchStatus } from '#modules/production/server/status.ts';
import type { LoadedBatch } from '#modules/production/server/rows.ts';
import { recostChanged } from '#modules/recipes/server/recost.ts';
import type { BatchEvent } from './plan/events.ts';
import { resolveActor, skipCheck, type SeedContext, type SeedStep } from './seed-context.ts';

/** Replays a batch step by step, because other events happen in between. */
export function createBatchSteps(context: SeedContext, event: BatchEvent): SeedStep[] {
  const { at, startedAt, finishedAt } = event;
  let batch: LoadedBatch | undefined;
  const getBatch = () => {
    if (!batch) throw new Error('A step of a batch precedes its creation.');
    return batch;
  };
  return [
    { at, run: async () => void (batch = await createPlannedBatch(context, event)) },
    ...(event.isCancelled
      ? [
          {
            at: at + 3_600_000,
            run: () => changeStatus(context, event, getBatch(), 'Cancelled', at + 3_600_000),
          },
        ]
      : []),
    ...(startedAt === null
      ? []
      : [{ at: startedAt, run: () => changeStatus(context, event, getBatch(), 'In Progress', startedAt) }]),
    ...(finishedAt === null
      ? []
      : [{ at: finishedAt, run: () => completeBatch(context, event, getBatch(), finishedAt) }]),
  ];
}

async function createPlannedBatch(context: SeedContext, event: BatchEvent): Promise<LoadedBatch> {
  const { tx, ids } = context;
  const { _id: recipeId } = await tx
    .selectFrom('recipes')
    .select('_id')
    .where('outputItem', '=', ids.get('item', event.item))
    .executeTakeFirstOrThrow();
  return runReplay(tx, resolveActor(context, event.by, event.at), (ctx) =>
    createBatch(ctx, {
      recipeId,
      kitchen: ids.get('branch', event.place),
      plannedQty: fromMicro(event.plannedMicro),
      plannedFor: event.plannedFor,
      shift: event.shift,
    }),
  );
}

const changeStatus = (
  context: SeedContext,
  { by }: BatchEvent,
  batch: LoadedBatch,
  to: 'In Progress' | 'Cancelled',
  at: number,
) =>
  runReplay(context.tx, resolveActor(context, by, at), (ctx) => changeBatchStatus(ctx, batch, to, skipCheck));

/** Enters the ingredients used and the result at completion. */
function completeBatch(
  context: SeedContext,
  event: BatchEvent,
  batch: LoadedBatch,
  at: number,
): Promise<void> {
  const { tx, ids } = context;
  const { item, goodMicro, lossMicro, lossReason, labourE4, usage } = event;
  return runReplay(tx, resolveActor(context, event.by, at), async (ctx) => {
    await editBatch(ctx, batch, {
      consumed: usage.map((line) => ({
        itemId: ids.get('item', line.item),
        qty: fromMicro(line.qtyMicro),
      })),
      produced: [{ itemId: ids.get('item', item), qty: fromMicro(goodMicro) }],
      labour: fromE4(labourE4),
      ...(lossReason !== null && { loss: fromMicro(lossMicro), lossReason }),
    });
    await changeBatchStatus(ctx, batch, 'Completed', skipCheck);
    await recostChanged(ctx.tx, ctx.now);
  });
}
