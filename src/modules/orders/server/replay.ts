import type { CreateOrderInput, EditOrderInput } from '../input.ts';
import type { OrderStatus } from '../status.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { runReplay, type ReplayOrigin } from '#platform/documents/server/replay.ts';
import { createOrder, type ReplayOptions } from './create.ts';
import { editOrder } from './edit.ts';
import { transitionOrder } from './transition.ts';
import type { LoadedOrder } from './rows.ts';

/** One step of a replayed order: an edit, then the status it reaches. */
export interface ReplayStep extends ReplayOrigin {
  to: OrderStatus;
  /** Returns the edit made by the user who makes the transition; line ids are read from the order. */
  edit?(order: LoadedOrder): EditOrderInput;
}

/**
 * Replays an order from creation through these steps under the rules of the API, without reloading it in
 * between. Errors from the rules are thrown; the caller rolls back.
 */
export async function replayOrder(
  tx: Tx,
  creation: ReplayOrigin & { input: CreateOrderInput } & ReplayOptions,
  steps: readonly ReplayStep[],
): Promise<LoadedOrder> {
  const order = await runReplay(tx, creation, (ctx) => createOrder(ctx, creation.input, creation));
  for (const step of steps) await replayStep(tx, order, step);
  return order;
}

/** Replays one step of a loaded order, to interleave several orders in time. */
export function replayStep(tx: Tx, order: LoadedOrder, step: ReplayStep): Promise<boolean> {
  return runReplay(tx, step, async (ctx) => {
    if (step.edit) await editOrder(ctx, order, step.edit(order));
    return transitionOrder(ctx, order, step.to);
  });
}
