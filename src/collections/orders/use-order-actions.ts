import { useQueryClient } from '@tanstack/react-query';
import type { EditOrderInput, Order } from '#contract/orders.ts';
import type { OrderMove } from '#domain/orders/moves.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { autosaveOrder, deleteOrder, editOrder, moveOrder, type OrderRef } from './order-actions.ts';
import { dropOrder } from './order-cache.ts';

/** What can be done to an order that exists; each is kept on the device first and sent as soon as possible. */
export function useOrderActions() {
  const queryClient = useQueryClient();
  const edits = useOutboxMutation(editOrder);
  const autosaves = useOutboxMutation(autosaveOrder);
  const moves = useOutboxMutation(moveOrder);
  const deletions = useOutboxMutation(deleteOrder);

  return {
    isPending: edits.isPending || autosaves.isPending || moves.isPending || deletions.isPending,
    /** The refusal of the last action; null otherwise. */
    error: moves.error ?? edits.error ?? autosaves.error ?? deletions.error,
    state: [moves, edits, autosaves].find(({ state }) => state !== 'idle')?.state ?? 'idle',
    forgetError(): void {
      for (const mutation of [edits, autosaves, moves, deletions]) mutation.reset();
    },

    /** Saves changes. Rejects with the server's refusal. */
    edit: (order: OrderRef, edit: EditOrderInput): Promise<Order> => edits.send({ order, edit }),

    /** Saves what is being typed, and has in the cache what became of it. Rejects with the server's refusal. */
    async autosave(order: OrderRef, edit: EditOrderInput): Promise<void> {
      const answer = await autosaves.send({ order, edit });
      const isTold = 'items' in answer || answer.basedOn !== undefined;
      if (!isTold) await queryClient.refetchQueries({ queryKey: ['orders_data', 'one', order._id] });
    },

    /**
     * Makes a move, after saving what it reads: `edit`, and the reason where it asks for one. A refused edit takes
     * the move along. Rejects with the refusal.
     */
    async move(
      order: OrderRef,
      move: Pick<OrderMove, 'to' | 'reason'>,
      reason: string | null = null,
      edit: EditOrderInput = {},
    ): Promise<Order> {
      const before = { ...edit, ...(move.reason && reason ? { transitionReason: reason } : {}) };
      const isEditing = Object.keys(before).length > 0;
      const sends = isEditing ? [edits.send({ order, edit: before })] : [];
      const moving = moves.send({ order, to: move.to });
      // The move falls with a refused edit; what is told is why the edit was refused.
      moving.catch(() => undefined);
      await Promise.all(sends);
      return moving;
    },

    /** Deletes a draft. */
    async remove(order: OrderRef): Promise<void> {
      await deletions.send({ order });
      dropOrder(order._id, queryClient);
    },
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;

/** Runs an action whose refusal is shown through `error`, so that nobody has to catch it. */
export async function quietly(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}
