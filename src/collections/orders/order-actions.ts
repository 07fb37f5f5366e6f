import type { CreateOrderInput, EditOrderInput, Order, OrderSummary } from '#contract/orders.ts';
import { one } from '#contract/tolerant.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { isLocalId } from '#src/lib/outbox/entry.ts';
import { collectionMessages } from '../messages.ts';
import { applyOrder, applySaved, renewOrders } from './order-cache.ts';
import { readOrder, readSavedOrder, type SavedAnswer } from './read-order.ts';

/** What an action has to know of the order it is about. `_id` may be one of `newLocalId`, still on its way. */
export type OrderRef = Pick<OrderSummary, '_id' | 'orderNo' | 'version'>;

/** The order by its key in the outbox. */
export function orderKey(id: string): string {
  return `orders/${id}`;
}

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
export const editOrder = defineAction<{ order: OrderRef; edit: EditOrderInput }, Order>({
  kind: 'orders.edit',
  document: ({ order }) => orderKey(order._id),
  request: ({ order, edit }) => ({
    method: 'patch',
    path: pathOf(order),
    body: edit,
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
export const autosaveOrder = defineAction<{ order: OrderRef; edit: EditOrderInput }, Order | SavedAnswer>({
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
    'items' in answer ? applyOrder(answer, queryClient) : applySaved(answer, queryClient),
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
export const deleteOrder = defineAction<{ order: OrderRef }, null>({
  kind: 'orders.delete',
  document: ({ order }) => orderKey(order._id),
  request: ({ order }) => ({ method: 'delete', path: pathOf(order), ifMatch: order.version || null }),
  label: ({ order }) => messagesOf(collectionMessages).deleteOrder(order.orderNo),
  failure: () => messagesOf(collectionMessages).failed.delete,
  read: () => null,
  onSent: (_answer, queryClient) => renewOrders(queryClient),
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
