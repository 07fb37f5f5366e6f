import { defineMessages } from '#src/lib/i18n/messages.ts';

export const comingMessages = defineMessages('features/coming/messages', {
  comingSoon: 'Coming Soon...',
  working: 'Open the working version',
});
