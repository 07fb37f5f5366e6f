import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the bell. Loaded with the shell, unlike those for the panel. */
export const bellMessages = defineMessages('app/web/shell/notifications/bell-messages', {
  newOrders: (count: number) => (count === 1 ? '1 new order' : `${count} new orders`),
  open: 'New orders',
});
