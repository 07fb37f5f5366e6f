import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Labels of queued picks. */
export const pickingMessages = defineMessages('collections/orders/picking-messages', {
  pick: (item: string) => `Pick ${item}`,
  take: 'Take lines to pick',
  failed: {
    pick: 'Failed to save what was picked',
    take: 'Failed to take the lines',
  },
});
