import { defineMessages } from '../i18n/messages.ts';

export const outboxMessages = defineMessages('lib/outbox/messages', {
  noRoom: 'This device has no room left, so this was not kept and not sent. Free some space, then try again.',
});
