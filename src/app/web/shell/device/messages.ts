import { defineMessages } from '#platform/web/i18n/messages.ts';

const setClockHint =
  'Commissary uses the server’s time. Set this device’s clock so that the times shown here are correct.';

export const deviceMessages = defineMessages('app/web/shell/device/messages', {
  newVersion: {
    ready: 'A new version of Commissary is ready.',
    waits: 'A new version of Commissary is ready. It will be installed once your entries are saved or sent.',
    update: 'Update now',
    updating: 'Updating...',
  },
  clock: {
    ahead: (span: string) => `This device’s clock is ${span} ahead of the server’s. ${setClockHint}`,
    behind: (span: string) => `This device’s clock is ${span} behind the server’s. ${setClockHint}`,
  },
  storage:
    'This device’s storage isn’t responding. Your entries stay queued and are sent as soon as it responds. If this message doesn’t go away, reload the page.',
  storageFull:
    'This device is out of storage space, so unsaved entries can’t be stored here. Save or send your changes before you close the page, then free up some space.',
});
