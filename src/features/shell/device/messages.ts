import { defineMessages } from '#src/lib/i18n/messages.ts';

const setIt =
  'Commissary uses the server’s time. Set the clock of this device so that times shown here are right.';

export const deviceMessages = defineMessages('features/shell/device/messages', {
  newVersion: {
    ready: 'A new version of Commissary is ready.',
    waits: 'A new version of Commissary is ready. It waits until what you are entering is saved or sent.',
    update: 'Update now',
    updating: 'Updating...',
  },
  clock: {
    ahead: (span: string) => `The clock of this device is ${span} ahead of the server’s. ${setIt}`,
    behind: (span: string) => `The clock of this device is ${span} behind the server’s. ${setIt}`,
  },
  storage:
    'This device’s storage isn’t responding. What you entered stays queued and is sent as soon as it responds. If this doesn’t go away, reload the page.',
  noRoom:
    'This device has no room left to keep what you type. Save or send it before you close the page, then free some space.',
});
