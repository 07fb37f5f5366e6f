import { defineMessages } from '#platform/web/i18n/messages.ts';

/** SPEC section 4, literally. Loaded with the watch for new orders. */
export const newOrderMessages = defineMessages('modules/orders/web/new-order-messages', {
  notificationTitle: 'New Order(s) Available',
  notificationBody: (count: number) => `${count} new order(s) detected`,
});
