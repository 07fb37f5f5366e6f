import { defineMessages } from '#src/lib/i18n/messages.ts';

const setIt =
  'Days, cut-offs and ages may be told wrongly here; the server goes by its own clock. Set the clock of this device.';

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
  noRoom:
    'This device has no room left to keep what you type. Save or send it before you close the page, then free some space.',
});
