import type { OrderStatus } from '#modules/orders/status.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const moves = {
  Draft: 'return to draft',
  'Under Review': 'move to review',
  'Sent to Central Kitchen': 'move to the central kitchen’s queue',
  'Under Process': 'move to processing',
  Shipped: 'ship',
  Received: 'receive',
  Rejected: 'reject',
  Cancelled: 'cancel',
} satisfies Record<OrderStatus, string>;

/** Labels of queued actions on orders. */
export const queuedActionMessages = defineMessages('platform/web/queries/messages', {
  createOrder: (day: string) => `New order for ${day}`,
  editOrder: (orderNo: string) => `Changes to ${orderNo}`,
  moveOrder: (orderNo: string, move: string) => `${orderNo}: ${move}`,
  /** Labels of status transitions, by target status. */
  moves,
  deleteOrder: (orderNo: string) => `Delete ${orderNo}`,
  newOrder: 'New order',
  failed: {
    create: 'Failed to create order',
    update: 'Failed to update order',
    delete: 'Failed to delete order',
    photo: 'Couldn’t send the photo.',
  },
  attachPhoto: (number: string) => `Photo of ${number}`,
});
