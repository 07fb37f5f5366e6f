import { defineMessages } from '#src/lib/i18n/messages.ts';

export const asOfMessages = defineMessages('entities/figures/messages', {
  asOf: (when: string) => `As of ${when}`,
  changed: 'Data has changed since.',
  askAgain: 'Refresh',
});
