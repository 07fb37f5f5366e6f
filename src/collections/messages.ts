import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What queued actions on orders are called. */
export const collectionMessages = defineMessages('collections/messages', {
  createOrder: (day: string) => `New order for ${day}`,
  editOrder: (orderNo: string) => `Changes to ${orderNo}`,
  moveOrder: (orderNo: string, status: string) => `${orderNo}: to “${status}”`,
  deleteOrder: (orderNo: string) => `Delete ${orderNo}`,
  resolveDiscrepancy: (item: string, orderNo: string) => `Resolve ${item} of ${orderNo}`,
  newOrder: 'New order',
  failed: {
    create: 'Failed to create order',
    update: 'Failed to update order',
    delete: 'Failed to delete order',
    photo: 'The photo could not be sent',
  },
  attachPhoto: (number: string) => `Photo of ${number}`,
});
