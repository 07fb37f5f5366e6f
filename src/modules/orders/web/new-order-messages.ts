import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Literal strings from SPEC section 4. Loaded with the check for new orders. */
export const newOrderMessages = defineMessages('modules/orders/web/new-order-messages', {
  notificationTitle: 'New Order(s) Available',
  notificationBody: (count: number) => `${count} new order(s) detected`,
});
