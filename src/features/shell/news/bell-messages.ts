import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What the bell itself says; what opens under it is in `news-messages`. */
export const bellMessages = defineMessages('features/shell/news/bell-messages', {
  counted: (count: number) => (count === 1 ? '1 new order' : `${count} new orders`),
  open: 'New orders',
});
