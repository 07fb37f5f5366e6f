import { defineMessages } from '#src/lib/i18n/messages.ts';

export const referenceMessages = defineMessages('entities/reference/messages', {
  notVisible: 'No access',
  unknown: 'Unavailable',
});
