import { defineMessages } from '#platform/web/i18n/messages.ts';

export const comingMessages = defineMessages('app/web/coming/messages', {
  comingSoon: 'Coming Soon...',
  openReport: 'Open the report',
});
