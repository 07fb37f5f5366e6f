import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued picks. */
export const pickingMessages = defineMessages('collections/orders/picking-messages', {
  pick: (item: string) => `Pick ${item}`,
  take: 'Assign lines for picking',
  failed: {
    pick: 'Couldn’t save the picked quantity.',
    take: 'Couldn’t assign the lines.',
  },
});
