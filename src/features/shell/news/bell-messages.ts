import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What the bell itself says. Loaded with the shell; what opens under it comes when it is opened. */
export const bellMessages = defineMessages('features/shell/news/bell-messages', {
  counted: (count: number) => (count === 1 ? '1 new order' : `${count} new orders`),
  open: 'New orders',
});
