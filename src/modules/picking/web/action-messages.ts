import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Labels of queued picks. Loaded with the actions. */
export const pickingMessages = defineMessages('modules/picking/web/action-messages', {
  pick: (item: string) => `Pick ${item}`,
  take: 'Assign lines for picking',
  failed: {
    pick: 'Couldn’t save the picked quantity.',
    take: 'Couldn’t assign the lines.',
  },
});
