import { defineMessages } from '#platform/web/i18n/messages.ts';

export const outboxMessages = defineMessages('platform/web/outbox/messages', {
  noRoom:
    'This device is out of storage space, so this action wasn’t saved or sent. Free up some space, then try again.',
  notStored:
    'This device couldn’t store this action, so it wasn’t sent. Try again. If this keeps happening, reload the page.',
  notDurable:
    'This browser doesn’t store anything on this device. Keep this page open until everything is saved on the server.',
  failed: 'This device’s storage didn’t respond. Trying again automatically.',
  old: (days: number) =>
    `This action has been waiting for ${days} days and may already have been sent. Check whether it arrived, then try again or discard it.`,
});
