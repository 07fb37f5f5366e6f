import { defineMessages } from '#platform/web/i18n/messages.ts';

export const asOfMessages = defineMessages('platform/web/layout/as-of-messages', {
  asOf: (when: string) => `As of ${when}`,
  changed: 'Data has changed since.',
  refresh: 'Refresh',
});
