import { defineMessages } from '#src/lib/i18n/messages.ts';

export const transferStatusMessages = defineMessages('entities/transfer/messages', {
  statuses: { Draft: 'Draft', Sent: 'On the way', Received: 'Received', Cancelled: 'Cancelled' },
});
