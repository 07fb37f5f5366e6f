import type { CreateOrderInput, EditOrderInput } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { Tx } from '../../db/types.ts';
import { inReplay, type Moment } from '../../documents/replay.ts';
import { createOrder, type ReplayOptions } from './create.ts';
import { editOrder } from './edit.ts';
import { transitionOrder } from './transition.ts';
import type { LoadedOrder } from './rows.ts';

/** One step of an order's life: what is saved first, then the status it reaches. */
export interface ReplayStep extends Moment {
  to: OrderStatus;
  /** The edit by whoever makes the move; line ids are read from the order. */
  edit?(order: LoadedOrder): EditOrderInput;
}

/**
 * Tells one order again from its creation through these steps, by the same rules as over HTTP, without reading
 * it back in between. Throws what the rules throw: the caller's transaction then holds nothing of it.
 */
export async function replayOrder(
  tx: Tx,
  made: Moment & { input: CreateOrderInput } & ReplayOptions,
  steps: readonly ReplayStep[],
): Promise<LoadedOrder> {
  const order = await inReplay(tx, made, (ctx) => createOrder(ctx, made.input, made));
  for (const step of steps) await replayStep(tx, order, step);
  return order;
}

/** One step for an order that is in memory, for stories that tell many orders at once in the order of time. */
export function replayStep(tx: Tx, order: LoadedOrder, step: ReplayStep): Promise<boolean> {
  return inReplay(tx, step, async (ctx) => {
    if (step.edit) await editOrder(ctx, order, step.edit(order));
    return transitionOrder(ctx, order, step.to);
  });
}
