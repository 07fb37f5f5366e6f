import { useQueryClient } from '@tanstack/react-query';
import type { CreateOrderInput, EditOrderInput, Order, OrderSummary } from '#contract/orders.ts';
import { one } from '#contract/tolerant.ts';
import type { OrderTransition } from '#domain/orders/lifecycle.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { isLocalId } from '#src/lib/outbox/entry.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { collectionMessages } from '../messages.ts';
import { applyOrder, applySavedOrder, dropOrder, invalidateOrders } from './cache.ts';
import { readOrder, readSavedOrder, type SavedOrderResponse } from './read.ts';
import { buildOrderEdit } from './order-edit.ts';
import { orderKey } from './key.ts';

/** What an action has to know of the order it is about. `_id` may be one of `newLocalId`, still on its way. */
type OrderRef = Pick<OrderSummary, '_id' | 'orderNo' | 'version'>;

/** What is edited brings its lines along: some servers want all of them. */
type EditedOrder = OrderRef & Partial<Pick<Order, 'items'>>;

/** Makes a draft on the server. `localId` stands for it until it has an id, and for this one order for ever. */
export const createOrder = defineAction<{ localId: string; input: CreateOrderInput }, Order>({
  kind: 'orders.create',
  document: ({ localId }) => orderKey(localId),
  request: ({ input }) => ({ method: 'post', path: 'orders', body: input }),
  label: ({ input }) => messagesOf(collectionMessages).createOrder(formatDay(input.deliveryDate)),
  dedupeKey: ({ localId }) => `orders.create ${localId}`,
  isOnce: true,
  editPath: ({ localId }) => `/branch-order/create-order?order=${localId}`,
  failure: () => messagesOf(collectionMessages).failed.create,
  read: readAnswer,
  onSent: applyOrder,
});

/** Changes quantities, reasons and facts of an order; what may be changed when stands in domain/orders/edits. */
const editOrder = defineAction<{ order: EditedOrder; edit: EditOrderInput }, Order>({
  kind: 'orders.edit',
  document: ({ order }) => orderKey(order._id),
  request: ({ order, edit }) => ({
    method: 'patch',
    path: pathOf(order),
    body: buildOrderEdit(order, edit),
    ifMatch: order.version || null,
  }),
  label: ({ order }) => messagesOf(collectionMessages).editOrder(order.orderNo),
  // Another change to the same order is another action.
  dedupeKey: ({ order, edit }) => `orders.edit ${order._id} ${JSON.stringify(edit)}`,
  editPath: ({ order }) => editPathOf(order),
  failure: () => messagesOf(collectionMessages).failed.update,
  read: readAnswer,
  onSent: applyOrder,
});

/** The same while somebody types: often, so the answer is what was saved and not the order again, where the server can. */
export const autosaveOrder = defineAction<
  { order: EditedOrder; edit: EditOrderInput },
  Order | SavedOrderResponse
>({
  kind: 'orders.autosave',
  document: editOrder.document,
  request: editOrder.request,
  prefersMinimal: true,
  label: editOrder.label,
  dedupeKey: ({ order, edit }) => `orders.autosave ${order._id} ${JSON.stringify(edit)}`,
  editPath: ({ order }) => editPathOf(order),
  failure: () => messagesOf(collectionMessages).failed.update,
  read: (answer) => {
    const row = one(answer);
    return Array.isArray(row['items']) ? readOrder(row) : readSavedOrder(row);
  },
  onSent: (answer, queryClient) =>
    'items' in answer ? applyOrder(answer, queryClient) : applySavedOrder(answer, queryClient),
});

/** Moves an order to a status: SPEC section 4, a PATCH with the status and nothing else. */
export const moveOrder = defineAction<{ order: OrderRef; to: OrderStatus }, Order>({
  kind: 'orders.move',
  document: ({ order }) => orderKey(order._id),
  request: ({ order, to }) => ({
    method: 'patch',
    path: pathOf(order),
    body: { status: to },
    ifMatch: order.version || null,
  }),
  label: ({ order, to }) => {
    const t = messagesOf(collectionMessages);
    return t.moveOrder(order.orderNo, t.moves[to]);
  },
  dedupeKey: ({ order, to }) => `orders.move ${order._id} ${to}`,
  editPath: ({ order }) => editPathOf(order),
  failure: () => messagesOf(collectionMessages).failed.update,
  read: readAnswer,
  onSent: applyOrder,
});

/** Deletes a draft. */
const deleteOrder = defineAction<{ order: OrderRef }, null>({
  kind: 'orders.delete',
  document: ({ order }) => orderKey(order._id),
  request: ({ order }) => ({ method: 'delete', path: pathOf(order), ifMatch: order.version || null }),
  label: ({ order }) => messagesOf(collectionMessages).deleteOrder(order.orderNo),
  failure: () => messagesOf(collectionMessages).failed.delete,
  read: () => null,
  onSent: (_answer, queryClient) => invalidateOrders(queryClient),
});

/** A local id stays as it is: the outbox finds it there and puts the real one in its place. */
function pathOf({ _id }: OrderRef): string {
  return `orders/${isLocalId(_id) ? _id : encodeURIComponent(_id)}`;
}

function editPathOf({ _id }: OrderRef): string {
  return `/branch-order/order-submission?order=${encodeURIComponent(_id)}`;
}

function readAnswer(answer: unknown): Order {
  return readOrder(one(answer));
}

/** What can be done to an order that exists; each is kept on the device first and sent as soon as possible. */
export function useOrderActions() {
  const queryClient = useQueryClient();
  const edits = useOutboxMutation(editOrder);
  const autosaves = useOutboxMutation(autosaveOrder);
  const moves = useOutboxMutation(moveOrder);
  const deletions = useOutboxMutation(deleteOrder);

  return {
    isPending: edits.isPending || autosaves.isPending || moves.isPending || deletions.isPending,
    isKeeping: edits.isKeeping || moves.isKeeping,
    /** The refusal of the last action; null otherwise. */
    error: moves.error ?? edits.error ?? autosaves.error ?? deletions.error,
    state: [moves, edits, autosaves].find(({ state }) => state !== 'idle')?.state ?? 'idle',
    forgetError(): void {
      for (const mutation of [edits, autosaves, moves, deletions]) mutation.reset();
    },

    /** Saves changes; `onQueued` is called once the device has them. Rejects with the server's refusal. */
    edit: (order: EditedOrder, edit: EditOrderInput, onQueued?: () => void): Promise<Order> =>
      edits.send({ order, edit }, onQueued),

    /** Saves what is being typed, and has in the cache what became of it. Rejects with the server's refusal. */
    async autosave(order: EditedOrder, edit: EditOrderInput): Promise<void> {
      const answer = await autosaves.send({ order, edit });
      const isTold = 'items' in answer || answer.basedOn !== undefined;
      if (!isTold) await queryClient.refetchQueries({ queryKey: ['orders_data', 'one', order._id] });
    },

    /**
     * Makes a move, after saving what it reads: `edit`, and the reason where it asks for one. A refused edit takes
     * the move along. Rejects with the refusal.
     */
    async move(
      order: EditedOrder,
      move: Pick<OrderTransition, 'to' | 'reason'>,
      reason: string | null = null,
      edit: EditOrderInput = {},
      onQueued?: () => void,
    ): Promise<Order> {
      const before = { ...edit, ...(move.reason && reason ? { transitionReason: reason } : {}) };
      const isEditing = Object.keys(before).length > 0;
      const sends = isEditing ? [edits.send({ order, edit: before })] : [];
      const moving = moves.send({ order, to: move.to }, onQueued);
      // A refused edit takes the move with it; the caller gets the refusal of the edit.
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
export async function succeeded(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}
