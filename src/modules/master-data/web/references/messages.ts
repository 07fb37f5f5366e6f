import { defineMessages } from '#platform/web/i18n/messages.ts';

export const referenceMessages = defineMessages('modules/master-data/web/references/messages', {
  notVisible: 'No access',
  unknown: 'Unavailable',
});
