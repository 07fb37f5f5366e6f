import { useQueryClient } from '@tanstack/react-query';
import type { CreateOrderInput, EditOrderInput } from '../../input.ts';
import type { Order, OrderSummary, SavedOrder } from '../../shapes.ts';
import { unwrapDocument } from '#platform/shapes/tolerant.ts';
import type { OrderTransition } from '../../lifecycle.ts';
import type { OrderStatus } from '../../status.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { defineAction } from '#platform/web/outbox/action.ts';
import { isLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { queuedActionMessages } from '#platform/web/queries/messages.ts';
import { applyOrder, applySavedOrder, dropOrder, invalidateOrders } from './cache.ts';
import { readOrder, readSavedOrder } from './read.ts';
import { buildOrderEdit } from './order-edit.ts';
import { getOrderKey } from './key.ts';

/**
 * The order fields that an action needs. `_id` may be a `newLocalId` that doesn't exist on the server yet.
 */
type OrderRef = Pick<OrderSummary, '_id' | 'orderNo' | 'version'>;

/** The order to edit, with its lines because some servers need all of them. */
type EditedOrder = OrderRef & Partial<Pick<Order, 'items'>>;

/** Creates a draft on the server. `localId` identifies it until it has an id, and is used once. */
export const createOrderAction = defineAction<{ localId: string; input: CreateOrderInput }, Order>({
  kind: 'orders.create',
  document: ({ localId }) => getOrderKey(localId),
  request: ({ input }) => ({ method: 'post', path: 'orders', body: input }),
  label: ({ input }) => getMessages(queuedActionMessages).createOrder(formatDay(input.deliveryDate)),
  dedupeKey: ({ localId }) => `orders.create ${localId}`,
  isSingleUse: true,
  editPath: ({ localId }) => `/branch-order/create-order?order=${localId}`,
  failure: () => getMessages(queuedActionMessages).failed.create,
  read: readResponse,
  onSent: applyOrder,
});

/**
 * Changes quantities, reasons and details of an order; `edits.ts` defines what can be changed in each status.
 */
const editOrderAction = defineAction<{ order: EditedOrder; edit: EditOrderInput }, Order>({
  kind: 'orders.edit',
  document: ({ order }) => getOrderKey(order._id),
  request: ({ order, edit }) => ({
    method: 'patch',
    path: getOrderPath(order),
    body: buildOrderEdit(order, edit),
    ifMatch: order.version || null,
  }),
  label: ({ order }) => getMessages(queuedActionMessages).editOrder(order.orderNo),
  // Different changes to the same order are separate actions.
  dedupeKey: ({ order, edit }) => `orders.edit ${order._id} ${JSON.stringify(edit)}`,
  editPath: ({ order }) => getOrderEditPath(order),
  failure: () => getMessages(queuedActionMessages).failed.update,
  read: readResponse,
  onSent: applyOrder,
});

/**
 * Saves while the user types. Since it is frequent, it requests a minimal response instead of the whole
 * order.
 */
export const autosaveOrderAction = defineAction<
  { order: EditedOrder; edit: EditOrderInput },
  Order | SavedOrder | null
>({
  kind: 'orders.autosave',
  document: editOrderAction.document,
  request: editOrderAction.request,
  prefersMinimal: true,
  label: editOrderAction.label,
  dedupeKey: ({ order, edit }) => `orders.autosave ${order._id} ${JSON.stringify(edit)}`,
  editPath: ({ order }) => getOrderEditPath(order),
  failure: () => getMessages(queuedActionMessages).failed.update,
  read: (body) => {
    const row = unwrapDocument(body);
    return Array.isArray(row['items']) ? readOrder(row) : readSavedOrder(row);
  },
  onSent: (saved, queryClient) =>
    saved && 'items' in saved ? applyOrder(saved, queryClient) : applySavedOrder(saved, queryClient),
});

/** Changes the status of an order: SPEC section 4, a PATCH with only the status. */
export const moveOrderAction = defineAction<{ order: OrderRef; to: OrderStatus }, Order>({
  kind: 'orders.move',
  document: ({ order }) => getOrderKey(order._id),
  request: ({ order, to }) => ({
    method: 'patch',
    path: getOrderPath(order),
    body: { status: to },
    ifMatch: order.version || null,
  }),
  label: ({ order, to }) => {
    const t = getMessages(queuedActionMessages);
    return t.moveOrder(order.orderNo, t.moves[to]);
  },
  dedupeKey: ({ order, to }) => `orders.move ${order._id} ${to}`,
  editPath: ({ order }) => getOrderEditPath(order),
  failure: () => getMessages(queuedActionMessages).failed.update,
  read: readResponse,
  onSent: applyOrder,
});

/** Deletes a draft. */
const deleteOrderAction = defineAction<{ order: OrderRef }, null>({
  kind: 'orders.delete',
  document: ({ order }) => getOrderKey(order._id),
  request: ({ order }) => ({ method: 'delete', path: getOrderPath(order), ifMatch: order.version || null }),
  label: ({ order }) => getMessages(queuedActionMessages).deleteOrder(order.orderNo),
  failure: () => getMessages(queuedActionMessages).failed.delete,
  read: () => null,
  onSent: (_response, queryClient) => invalidateOrders(queryClient),
});

/** A local id is not encoded, so that the outbox can replace it. */
function getOrderPath({ _id }: OrderRef): string {
  return `orders/${isLocalId(_id) ? _id : encodeURIComponent(_id)}`;
}

function getOrderEditPath({ _id }: OrderRef): string {
  return `/branch-order/order-submission?order=${encodeURIComponent(_id)}`;
}

function readResponse(body: unknown): Order {
  return readOrder(unwrapDocument(body));
}

/**
 * Returns the actions on an existing order; each is stored on the device first and sent as soon as possible.
 */
export function useOrderActions() {
  const queryClient = useQueryClient();
  const edits = useOutboxMutation(editOrderAction);
  const autosaves = useOutboxMutation(autosaveOrderAction);
  const moves = useOutboxMutation(moveOrderAction);
  const deletions = useOutboxMutation(deleteOrderAction);

  return {
    isPending: edits.isPending || autosaves.isPending || moves.isPending || deletions.isPending,
    isStoring: edits.isStoring || moves.isStoring,
    /** The error of the last action, or null. */
    error: moves.error ?? edits.error ?? autosaves.error ?? deletions.error,
    state: [moves, edits, autosaves].find(({ state }) => state !== 'idle')?.state ?? 'idle',
    clearError(): void {
      for (const mutation of [edits, autosaves, moves, deletions]) mutation.reset();
    },

    /**
     * Saves changes; `onQueued` is called once they are stored on the device. Rejects with the server's
     * error.
     */
    edit: (order: EditedOrder, edit: EditOrderInput, onQueued?: () => void): Promise<Order> =>
      edits.send({ order, edit }, onQueued),

    /** Autosaves and updates the cache. Rejects with the server's error. */
    async autosave(order: EditedOrder, edit: EditOrderInput): Promise<void> {
      const saved = await autosaves.send({ order, edit });
      const isComplete = saved && ('items' in saved || saved.basedOn > 0);
      if (!isComplete) await queryClient.refetchQueries({ queryKey: ['orders_data', 'one', order._id] });
    },

    /**
     * Saves `edit`, with the reason if required, then changes the status. If the edit is rejected, the status
     * change is dropped. Rejects with the server's error.
     */
    async move(
      order: EditedOrder,
      move: Pick<OrderTransition, 'to' | 'reason'>,
      reason: string | null = null,
      edit: EditOrderInput = {},
      onQueued?: () => void,
    ): Promise<Order> {
      const precedingEdit = { ...edit, ...(move.reason && reason ? { transitionReason: reason } : {}) };
      const isEditing = Object.keys(precedingEdit).length > 0;
      const sends = isEditing ? [edits.send({ order, edit: precedingEdit })] : [];
      const moving = moves.send({ order, to: move.to }, onQueued);
      // If the edit is rejected, the status change is dropped, and the caller gets the edit's error.
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

/** Runs an action whose error is shown through `error`; returns whether it succeeded. */
export async function didSucceed(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
