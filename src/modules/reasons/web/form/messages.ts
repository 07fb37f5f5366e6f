import { defineMessages } from '#platform/web/i18n/messages.ts';

export const reasonsMessages = defineMessages('modules/reasons/web/form/messages', {
  usedFor: 'Used for',
});
