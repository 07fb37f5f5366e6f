import { defineMessages } from '#src/lib/i18n/messages.ts';

export const reasonsMessages = defineMessages('master-data/collections/reasons/messages', {
  chosenFor: 'Used for',
});
