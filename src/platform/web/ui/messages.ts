import { defineMessages } from '#platform/web/i18n/messages.ts';

export const uiMessages = defineMessages('platform/web/ui/messages', {
  close: 'Close',
  scan: 'Scan with the camera',
});
