import { defineMessages } from '#src/lib/i18n/messages.ts';

export const asOfMessages = defineMessages('entities/figures/messages', {
  asOf: (when: string) => `As of ${when}`,
  changed: 'Something has changed since.',
  askAgain: 'Ask again',
});
