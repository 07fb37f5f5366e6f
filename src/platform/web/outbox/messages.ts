import { defineMessages } from '#platform/web/i18n/messages.ts';

export const outboxMessages = defineMessages('platform/web/outbox/messages', {
  noRoom:
    'This device is out of storage space, so this wasn’t saved or sent. Free up some space, then try again.',
  notStored:
    'This device couldn’t store this, so it wasn’t sent. Try again. If it keeps happening, reload the page.',
  notDurable:
    'This browser doesn’t store anything on this device. Keep this page open until everything is saved on the server.',
  failed: 'This device’s storage didn’t respond. Trying again automatically.',
  old: (days: number) =>
    `This has been waiting for ${days} days and may have been sent already. Check, then try again or discard it.`,
});
