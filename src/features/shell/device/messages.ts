import { defineMessages } from '#src/lib/i18n/messages.ts';

export const deviceMessages = defineMessages('features/shell/device/messages', {
  newVersion: {
    ready: 'A new version of Commissary is ready.',
    waits: 'A new version of Commissary is ready. It waits until what you are entering is saved or sent.',
    update: 'Update now',
    updating: 'Updating...',
  },
  noRoom:
    'This device has no room left to keep what you type. Save or send it before you close the page, then free some space.',
});
