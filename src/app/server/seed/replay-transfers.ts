import { fromMicro } from '#core/quantity.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import { addFinding, endRecall, startRecall } from '#modules/recalls/server/commands.ts';
import { setLotHold } from '#modules/stock/server/lots.ts';
import { createTransfer } from '#modules/transfers/server/create.ts';
import { transitionTransfer } from '#modules/transfers/server/transition.ts';
import type { LoadedTransfer } from '#modules/transfers/server/rows.ts';
import type { HoldEvent, RecallEvent, TransferEvent } from './plan/events.ts';
import { resolveActor, skipCheck, type SeedContext, type SeedStep } from './seed-context.ts';

/** Replays a transfer or return: sent immediately, and received later or not at all. */
export function createTransferSteps(context: SeedContext, event: TransferEvent): SeedStep[] {
  const { receipt } = event;
  let transfer: LoadedTransfer | undefined;
  const getTransfer = () => {
    if (!transfer) throw new Error('A transfer was received before it was sent.');
    return transfer;
  };
  return [
    { at: event.at, run: async () => void (transfer = await sendTransfer(context, event)) },
    ...(receipt
      ? [
          {
            at: receipt.at,
            run: () =>
              runReplay(context.tx, resolveActor(context, receipt.by, receipt.at), (ctx) =>
                transitionTransfer(ctx, getTransfer(), 'Received', skipCheck),
              ),
          },
        ]
      : []),
  ];
}

function sendTransfer(context: SeedContext, event: TransferEvent): Promise<LoadedTransfer> {
  const { tx, ids } = context;
  const { transferKind, from, to, reason } = event;
  return runReplay(tx, resolveActor(context, event.by, event.at), async (ctx) => {
    const created = await createTransfer(ctx, {
      kind: transferKind,
      from: ids.get('branch', from),
      to: ids.get(transferKind === 'supplier-return' ? 'supplier' : 'branch', to),
      items: event.lines.map(({ item, qtyMicro }) => ({
        itemId: ids.get('item', item),
        qty: fromMicro(qtyMicro),
        ...(reason !== null && { reasonCode: reason }),
      })),
    });
    await transitionTransfer(ctx, created, 'Sent', skipCheck);
    return created;
  });
}

export function createHoldSteps(context: SeedContext, event: HoldEvent): SeedStep[] {
  const { at, by, lot, reason: reasonCode, note } = event;
  const input = { itemId: context.ids.get('item', event.item), lot, hold: true, reasonCode, note };
  const run = () =>
    runReplay(context.tx, resolveActor(context, by, at), (ctx) => setLotHold(ctx, input, skipCheck));
  return [{ at, run }];
}

/** Replays a mock recall: every location responds with the book quantity. */
export function createRecallSteps(context: SeedContext, { at, by, item, endedAt }: RecallEvent): SeedStep[] {
  const { tx, ids } = context;
  let recallId = '';
  const begin = async () => {
    const itemId = ids.get('item', item);
    const { code: lot } = await tx
      .selectFrom('lots')
      .select('code')
      .where('itemId', '=', itemId)
      .where('originType', '=', 'goods_receipt')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const input = { itemId, lot, isPractice: true, note: 'Half-yearly practice' };
    const recall = await runReplay(tx, resolveActor(context, by, at), (ctx) => startRecall(ctx, input));
    recallId = recall._id;
  };
  const end = async () => {
    const locations = await tx
      .selectFrom('recallPlaces')
      .select(['placeId', 'lotId', 'expectedMicro'])
      .where('recallId', '=', recallId)
      .execute();
    await runReplay(tx, resolveActor(context, by, endedAt), async (ctx) => {
      for (const { placeId, lotId, expectedMicro } of locations)
        await addFinding(ctx, { recallId, placeId, lotId, qty: fromMicro(Number(expectedMicro)) });
      await endRecall(ctx, { recallId, note: 'Everything found within the hour' });
    });
  };
  return [
    { at, run: begin },
    { at: endedAt, run: end },
  ];
}
