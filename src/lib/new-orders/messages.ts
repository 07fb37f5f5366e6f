import { defineMessages } from '../i18n/messages.ts';

/** SPEC section 4, literally. */
export const newOrderMessages = defineMessages('lib/new-orders/messages', {
  notificationTitle: 'New Order(s) Available',
  notificationBody: (count: number) => `${count} new order(s) detected`,
});
